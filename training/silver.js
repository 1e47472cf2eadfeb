// Tag the sentences on stdin, one a line, with wink-nlp (MIT): one JSON list [words, tags] a line.
// npm install wink-nlp wink-eng-lite-web-model && node training/silver.js < sentences.txt > silver.jsonl
const model = require("wink-eng-lite-web-model");
const nlp = require("wink-nlp")(model, ["sbd", "pos"]);
require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const tokens = nlp.readDoc(line).tokens();
    console.log(JSON.stringify([tokens.out(), tokens.out(nlp.its.pos)]));
  });
