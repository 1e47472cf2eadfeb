BEGIN TRANSACTION;
CREATE TABLE assignments (
	id INTEGER NOT NULL, 
	page VARCHAR(32) NOT NULL, 
	item INTEGER NOT NULL, 
	user INTEGER NOT NULL, 
	attempt INTEGER NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	place INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (item, user, attempt), 
	FOREIGN KEY(page) REFERENCES pages (id), 
	FOREIGN KEY(item) REFERENCES items (id), 
	FOREIGN KEY(user) REFERENCES users (id)
);
INSERT INTO "assignments" VALUES(1,'4b011ce4ca8f4a2edb63626c',3,2,0,'done',0);
INSERT INTO "assignments" VALUES(2,'4b011ce4ca8f4a2edb63626c',7,2,0,'done',1);
INSERT INTO "assignments" VALUES(3,'4b011ce4ca8f4a2edb63626c',9,2,0,'done',2);
INSERT INTO "assignments" VALUES(4,'cfe66956d426b10bc60d6879',5,3,0,'done',0);
INSERT INTO "assignments" VALUES(5,'cfe66956d426b10bc60d6879',2,3,0,'done',1);
INSERT INTO "assignments" VALUES(6,'cfe66956d426b10bc60d6879',8,3,0,'done',2);
INSERT INTO "assignments" VALUES(7,'23218d6f81c6cacfa9c0e982',6,4,0,'done',0);
INSERT INTO "assignments" VALUES(8,'23218d6f81c6cacfa9c0e982',8,4,0,'done',1);
INSERT INTO "assignments" VALUES(9,'23218d6f81c6cacfa9c0e982',4,4,0,'done',2);
INSERT INTO "assignments" VALUES(10,'8a91d52bcbdbf0bb4c96d4e6',2,2,0,'held',0);
INSERT INTO "assignments" VALUES(11,'8a91d52bcbdbf0bb4c96d4e6',5,2,0,'held',1);
INSERT INTO "assignments" VALUES(12,'8a91d52bcbdbf0bb4c96d4e6',6,2,0,'held',2);
INSERT INTO "assignments" VALUES(13,'17122b6309f625568fbcde1a',7,3,0,'skipped',0);
INSERT INTO "assignments" VALUES(14,'17122b6309f625568fbcde1a',9,3,0,'skipped',1);
INSERT INTO "assignments" VALUES(15,'17122b6309f625568fbcde1a',3,3,0,'skipped',2);
INSERT INTO "assignments" VALUES(16,'d26260dbf52c1b77ab7771b8',10,2,0,'done',0);
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	project INTEGER, 
	user INTEGER, 
	action VARCHAR(32) NOT NULL, 
	detail TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(project) REFERENCES projects (id), 
	FOREIGN KEY(user) REFERENCES users (id)
);
INSERT INTO "audit" VALUES(1,1700000000.0,NULL,NULL,'invite','{"role":"owner","uses":1}');
INSERT INTO "audit" VALUES(2,1700000000.0,NULL,1,'join','{"name":"хозяйка"}');
INSERT INTO "audit" VALUES(3,1700000000.0,NULL,1,'redeem','{"role":"owner"}');
INSERT INTO "audit" VALUES(4,1700000000.0,1,1,'create','{"kind":"pair-yes-no"}');
INSERT INTO "audit" VALUES(5,1700000000.0,1,1,'import','{"items":1,"audience":""}');
INSERT INTO "audit" VALUES(6,1700000000.0,1,1,'import','{"items":8,"audience":""}');
INSERT INTO "audit" VALUES(7,1700000000.0,2,1,'create','{"kind":"rewrite"}');
INSERT INTO "audit" VALUES(8,1700000000.0,2,NULL,'import','{"items":1,"audience":""}');
INSERT INTO "audit" VALUES(9,1700000000.0,1,1,'invite','{"role":"annotator","uses":3}');
INSERT INTO "audit" VALUES(10,1700000000.0,1,2,'begin','{"stage":"work"}');
INSERT INTO "audit" VALUES(11,1700000000.0,NULL,2,'sign-in','{}');
INSERT INTO "audit" VALUES(12,1700000000.0,1,3,'begin','{"stage":"work"}');
INSERT INTO "audit" VALUES(13,1700000000.0,NULL,3,'sign-in','{}');
INSERT INTO "audit" VALUES(14,1700000000.0,1,4,'begin','{"stage":"work"}');
INSERT INTO "audit" VALUES(15,1700000000.0,NULL,4,'sign-in','{}');
INSERT INTO "audit" VALUES(16,1700000000.0,2,2,'begin','{"stage":"work"}');
INSERT INTO "audit" VALUES(17,1700000040.0,1,2,'submit','{"page":"4b011ce4ca8f4a2edb63626c","saved":3}');
INSERT INTO "audit" VALUES(18,1700000080.0,1,3,'submit','{"page":"cfe66956d426b10bc60d6879","saved":3}');
INSERT INTO "audit" VALUES(19,1700000120.0,1,4,'submit','{"page":"23218d6f81c6cacfa9c0e982","saved":3}');
INSERT INTO "audit" VALUES(20,1700000120.0,1,3,'skip','{"page":"17122b6309f625568fbcde1a"}');
INSERT INTO "audit" VALUES(21,1700000120.0,2,2,'submit','{"page":"d26260dbf52c1b77ab7771b8","saved":1}');
INSERT INTO "audit" VALUES(22,1700000120.0,1,1,'ban','{"worker":4,"rule":"manual","decision":1}');
INSERT INTO "audit" VALUES(23,1700000120.0,1,NULL,'import','{"items":1,"audience":"expert"}');
CREATE TABLE decisions (
	id INTEGER NOT NULL, 
	project INTEGER NOT NULL, 
	user INTEGER NOT NULL, 
	rule VARCHAR(32) NOT NULL, 
	action VARCHAR(16) NOT NULL, 
	evidence TEXT NOT NULL, 
	"by" INTEGER, 
	at FLOAT NOT NULL, 
	reverted_by INTEGER, 
	reverted FLOAT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(project) REFERENCES projects (id), 
	FOREIGN KEY(user) REFERENCES users (id), 
	FOREIGN KEY("by") REFERENCES users (id), 
	FOREIGN KEY(reverted_by) REFERENCES users (id)
);
INSERT INTO "decisions" VALUES(1,1,4,'manual','ban','{"reason":"тест"}',1,1700000120.0,NULL,NULL);
CREATE TABLE invitations (
	id INTEGER NOT NULL, 
	token VARCHAR(64) NOT NULL, 
	project INTEGER, 
	role VARCHAR(16) NOT NULL, 
	uses INTEGER NOT NULL, 
	expires FLOAT NOT NULL, 
	"by" INTEGER, 
	PRIMARY KEY (id), 
	UNIQUE (token), 
	FOREIGN KEY(project) REFERENCES projects (id), 
	FOREIGN KEY("by") REFERENCES users (id)
);
INSERT INTO "invitations" VALUES(1,'9a52c524db58445deee7852bb5216d39d5dca4eec5cac311a9620269929d1c8b',NULL,'owner',0,1701209600.0,NULL);
INSERT INTO "invitations" VALUES(2,'fb08991cd25626eb67b1f52e3da8224b14c9d549516feecf574d5c0451b98d1c',1,'annotator',3,1701209600.0,1);
CREATE TABLE items (
	id INTEGER NOT NULL, 
	project INTEGER NOT NULL, 
	"key" VARCHAR(200) NOT NULL, 
	role VARCHAR(16) NOT NULL, 
	audience VARCHAR(16) NOT NULL, 
	fields TEXT NOT NULL, 
	gold TEXT, 
	why TEXT NOT NULL, 
	needed INTEGER NOT NULL, 
	missing INTEGER NOT NULL, 
	shuffle FLOAT NOT NULL, 
	source VARCHAR(200) NOT NULL, 
	sent BOOLEAN NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (project, "key", role, audience), 
	FOREIGN KEY(project) REFERENCES projects (id)
);
INSERT INTO "items" VALUES(1,1,'example-1','control','','{"a":"Кот","b":"Кошка"}','{"label":"no"}','{"ru":"Пол другой."}',0,0,5.39532218361273407936e-01,'',0);
INSERT INTO "items" VALUES(2,1,'i0','task','','{"a":"Дом 0","b":"房子 0"}',NULL,'',2,0,7.63563542161136865615e-01,'',0);
INSERT INTO "items" VALUES(3,1,'i1','task','','{"a":"Дом 1","b":"房子 1"}',NULL,'',2,1,7.05075676552951335906e-01,'',0);
INSERT INTO "items" VALUES(4,1,'i2','task','','{"a":"Дом 2","b":"房子 2"}',NULL,'',2,1,1.77589853759855031967e-01,'',0);
INSERT INTO "items" VALUES(5,1,'i3','task','','{"a":"Дом 3","b":"房子 3"}',NULL,'',2,0,0.35329769551754,'',0);
INSERT INTO "items" VALUES(6,1,'i4','task','','{"a":"Дом 4","b":"房子 4"}',NULL,'',2,0,7.65947484178468585014e-01,'',0);
INSERT INTO "items" VALUES(7,1,'i5','task','','{"a":"Дом 5","b":"房子 5"}',NULL,'',2,1,6.99494538130238652229e-01,'',0);
INSERT INTO "items" VALUES(8,1,'i6','task','','{"a":"Дом 6","b":"房子 6"}',NULL,'',2,0,1.64478499209508299827e-01,'',0);
INSERT INTO "items" VALUES(9,1,'i7','task','','{"a":"Дом 7","b":"房子 7"}',NULL,'',2,1,3.63715401152148842811e-01,'',0);
INSERT INTO "items" VALUES(10,2,'w1','task','','{"text":"You fool, ''stop'' \"it\";\nnow"}',NULL,'',1,0,0.447437695460394,'',0);
INSERT INTO "items" VALUES(11,1,'i0','task','expert','{"a":"Дом 0","b":"房子 0"}',NULL,'',1,1,7.63563542161136865615e-01,'i0',0);
CREATE TABLE judgements (
	id INTEGER NOT NULL, 
	project INTEGER NOT NULL, 
	item INTEGER NOT NULL, 
	user INTEGER NOT NULL, 
	page VARCHAR(32), 
	attempt INTEGER NOT NULL, 
	answer TEXT NOT NULL, 
	label VARCHAR(200) NOT NULL, 
	"right" BOOLEAN, 
	seconds FLOAT, 
	at FLOAT NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(project) REFERENCES projects (id), 
	FOREIGN KEY(item) REFERENCES items (id), 
	FOREIGN KEY(user) REFERENCES users (id), 
	FOREIGN KEY(page) REFERENCES pages (id)
);
INSERT INTO "judgements" VALUES(1,1,3,2,'4b011ce4ca8f4a2edb63626c',0,'{"label":"yes"}','yes',NULL,13.333,1700000040.0,'valid');
INSERT INTO "judgements" VALUES(2,1,7,2,'4b011ce4ca8f4a2edb63626c',0,'{"label":"yes"}','yes',NULL,13.333,1700000040.0,'valid');
INSERT INTO "judgements" VALUES(3,1,9,2,'4b011ce4ca8f4a2edb63626c',0,'{"label":"yes"}','yes',NULL,13.333,1700000040.0,'valid');
INSERT INTO "judgements" VALUES(4,1,5,3,'cfe66956d426b10bc60d6879',0,'{"label":"no"}','no',NULL,13.333,1700000080.0,'valid');
INSERT INTO "judgements" VALUES(5,1,2,3,'cfe66956d426b10bc60d6879',0,'{"label":"no"}','no',NULL,13.333,1700000080.0,'valid');
INSERT INTO "judgements" VALUES(6,1,8,3,'cfe66956d426b10bc60d6879',0,'{"label":"no"}','no',NULL,13.333,1700000080.0,'valid');
INSERT INTO "judgements" VALUES(7,1,6,4,'23218d6f81c6cacfa9c0e982',0,'{"label":"yes"}','yes',NULL,13.333,1700000120.0,'valid');
INSERT INTO "judgements" VALUES(8,1,8,4,'23218d6f81c6cacfa9c0e982',0,'{"label":"yes"}','yes',NULL,13.333,1700000120.0,'valid');
INSERT INTO "judgements" VALUES(9,1,4,4,'23218d6f81c6cacfa9c0e982',0,'{"label":"yes"}','yes',NULL,13.333,1700000120.0,'valid');
INSERT INTO "judgements" VALUES(10,2,10,2,'d26260dbf52c1b77ab7771b8',0,'{"label":"rewritten","text":"You are wrong; stop it"}','rewritten',NULL,0.0,1700000120.0,'valid');
CREATE TABLE members (
	project INTEGER NOT NULL, 
	user INTEGER NOT NULL, 
	role VARCHAR(16) NOT NULL, 
	stage VARCHAR(16) NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	best BOOLEAN NOT NULL, 
	attempts INTEGER NOT NULL, 
	pages INTEGER NOT NULL, 
	skipped INTEGER NOT NULL, 
	fast INTEGER NOT NULL, 
	captcha VARCHAR(16) NOT NULL, 
	captcha_wrong INTEGER NOT NULL, 
	captcha_page INTEGER NOT NULL, 
	joined FLOAT NOT NULL, 
	PRIMARY KEY (project, user), 
	FOREIGN KEY(project) REFERENCES projects (id), 
	FOREIGN KEY(user) REFERENCES users (id)
);
INSERT INTO "members" VALUES(1,1,'owner','instructions','active',0,0,0,0,0,'',0,0,1700000000.0);
INSERT INTO "members" VALUES(2,1,'owner','instructions','active',0,0,0,0,0,'',0,0,1700000000.0);
INSERT INTO "members" VALUES(1,2,'annotator','work','active',0,0,1,0,0,'',0,0,1700000000.0);
INSERT INTO "members" VALUES(1,3,'annotator','work','active',0,0,1,1,0,'',0,0,1700000000.0);
INSERT INTO "members" VALUES(1,4,'annotator','work','banned',0,0,1,0,0,'',0,0,1700000000.0);
INSERT INTO "members" VALUES(2,2,'annotator','work','active',0,0,1,0,0,'',0,0,1700000000.0);
CREATE TABLE pages (
	id VARCHAR(32) NOT NULL, 
	project INTEGER NOT NULL, 
	user INTEGER NOT NULL, 
	stage VARCHAR(16) NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	given FLOAT NOT NULL, 
	expires FLOAT NOT NULL, 
	done FLOAT, 
	"key" VARCHAR(64) NOT NULL, 
	draft TEXT NOT NULL, 
	receipt TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(project) REFERENCES projects (id), 
	FOREIGN KEY(user) REFERENCES users (id)
);
INSERT INTO "pages" VALUES('4b011ce4ca8f4a2edb63626c',1,2,'work','done',1700000000.0,1700001800.0,1700000040.0,'4b011ce4ca8f4a2edb63626c','{}','{"saved":3,"late":0,"feedback":[],"stage":"work","state":"active"}');
INSERT INTO "pages" VALUES('cfe66956d426b10bc60d6879',1,3,'work','done',1700000040.0,1700001840.0,1700000080.0,'cfe66956d426b10bc60d6879','{}','{"saved":3,"late":0,"feedback":[],"stage":"work","state":"active"}');
INSERT INTO "pages" VALUES('23218d6f81c6cacfa9c0e982',1,4,'work','done',1700000080.0,1700001880.0,1700000120.0,'23218d6f81c6cacfa9c0e982','{}','{"saved":3,"late":0,"feedback":[],"stage":"work","state":"active"}');
INSERT INTO "pages" VALUES('8a91d52bcbdbf0bb4c96d4e6',1,2,'work','open',1700000120.0,1700001920.0,NULL,'','{"2":{"label":"no"}}','');
INSERT INTO "pages" VALUES('17122b6309f625568fbcde1a',1,3,'work','skipped',1700000120.0,1700001920.0,NULL,'','{}','');
INSERT INTO "pages" VALUES('d26260dbf52c1b77ab7771b8',2,2,'work','done',1700000120.0,1700001920.0,1700000120.0,'k','{}','{"saved":1,"late":0,"feedback":[],"stage":"work","state":"active"}');
CREATE TABLE projects (
	id INTEGER NOT NULL, 
	slug VARCHAR(64) NOT NULL, 
	settings TEXT NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (slug)
);
INSERT INTO "projects" VALUES(1,'same','{"name":"same","kind":"pair-yes-no","lang":"ru","title":{"ru":"Одно ли","en":"Same?","zh":"相同吗"},"questions":[{"ask":{"ru":"Значат ли тексты одно и то же?","en":"Do the two texts mean the same?","zh":"这两段文字的意思相同吗？"},"options":[{"value":"yes","say":{"ru":"Да","en":"Yes","zh":"是"}},{"value":"no","say":{"ru":"Нет","en":"No","zh":"否"}}],"positive":["yes"]}],"fields":["a","b"],"votes":2,"page":3,"rules":{"training":false,"exam":null,"exam_attempts":1,"control":null,"control_every":10,"control_least":5,"fast_seconds":null,"fast_pages":1,"skipped_pages":5,"captcha_every":20,"captcha_wrong":3,"repeat_training_every":0,"native":"ru","discard_banned":false},"aggregation":{"by":"majority","above":0.9,"unsure":"experts","binarise":false},"examples":[{"fields":{"a":"Кот","b":"Кошка"},"answer":{"label":"no"},"why":{"ru":"Пол другой."},"use":"control"}]}','open',1700000000.0);
INSERT INTO "projects" VALUES(2,'pen','{"name":"pen","kind":"rewrite","questions":[{"ask":{"ru":"Перескажите текст другими словами, сохранив смысл.","en":"Write the text in other words and keep its meaning.","zh":"请换一种说法改写，保留原意。"},"options":[{"value":"rewritten","say":{"ru":"Переписать","en":"Rewrite","zh":"改写"}},{"value":"neutral","say":{"ru":"Уже нейтральный","en":"Already neutral","zh":"本来就是中性的"},"when":{"ru":"Грубости нет, переписывать нечего.","en":"Nothing rude in it: there is nothing to rewrite.","zh":"没有粗鲁内容，无需改写。"}},{"value":"offensive","say":{"ru":"Оскорбителен сам смысл","en":"Offensive meaning","zh":"意思本身就冒犯"},"when":{"ru":"Без оскорбления от текста ничего не останется.","en":"Without the offence nothing would be left.","zh":"去掉冒犯就什么都不剩了。"}},{"value":"unclear","say":{"ru":"Смысл непонятен","en":"Unclear meaning","zh":"意思不明"},"when":{"ru":"Нельзя понять, о чём речь.","en":"One cannot tell what it says.","zh":"看不出在说什么。"}}],"positive":["rewritten"]}],"fields":["text"],"votes":1,"page":2,"rules":{"training":false,"exam":null,"exam_attempts":1,"control":null,"control_every":10,"control_least":5,"fast_seconds":null,"fast_pages":1,"skipped_pages":5,"captcha_every":0,"captcha_wrong":3,"repeat_training_every":0,"native":null,"discard_banned":false}}','open',1700000000.0);
CREATE TABLE sessions (
	token VARCHAR(64) NOT NULL, 
	user INTEGER NOT NULL, 
	created FLOAT NOT NULL, 
	expires FLOAT NOT NULL, 
	PRIMARY KEY (token), 
	FOREIGN KEY(user) REFERENCES users (id)
);
INSERT INTO "sessions" VALUES('3be1d5bf191dcb353ae2bb03013b7827bcaaa9ed852e2e8bd2a879f5cd9515a1',2,1700000000.0,1701209600.0);
INSERT INTO "sessions" VALUES('ea2e32367128fbbb3c482bb9bc2190454f7e8bc8df57ab63f2d035d175a2cc10',3,1700000000.0,1701209600.0);
INSERT INTO "sessions" VALUES('1ce023f871d30f54af29609b6e49649c8aacbbaf63c8eb044ce77c625b313aa4',4,1700000000.0,1701209600.0);
CREATE TABLE settings (
	name VARCHAR NOT NULL, 
	value TEXT, 
	PRIMARY KEY (name)
);
INSERT INTO "settings" VALUES('secret','2d67859fee1acf72927df61e1ea01a4826efb181fb7e97a11847ee75b64fd9a8');
CREATE TABLE users (
	id INTEGER NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	password TEXT NOT NULL, 
	owner BOOLEAN NOT NULL, 
	native VARCHAR(64) NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (name)
);
INSERT INTO "users" VALUES(1,'хозяйка','$argon2id$v=19$m=65536,t=3,p=4$JB/LgCCbJcCmjPIVg9e0lw$ltZlfovOni0B9KwoNdt5wkSAscC+XtHuXPTifdysNgw',1,'ru,en',1700000000.0);
INSERT INTO "users" VALUES(2,'анна','',0,'ru',1700000000.0);
INSERT INTO "users" VALUES(3,'bob','',0,'ru',1700000000.0);
INSERT INTO "users" VALUES(4,'王','',0,'ru',1700000000.0);
CREATE INDEX ix_sessions_expires ON sessions (expires);
CREATE INDEX items_wanted ON items (project, role, audience, missing, shuffle);
CREATE INDEX pages_of_user ON pages (project, user, state);
CREATE INDEX pages_to_expire ON pages (project, state, expires);
CREATE INDEX audit_of_project ON audit (project, id);
CREATE INDEX ix_assignments_page ON assignments (page);
CREATE INDEX ix_judgements_page ON judgements (page);
CREATE UNIQUE INDEX judged_once ON judgements (item, user, attempt) WHERE state = 'valid';
CREATE INDEX judgements_of_user ON judgements (project, user, state);
COMMIT;
