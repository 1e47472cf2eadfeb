"""A server's paraphrast from Python: `Client(url, token)` has the verbs of the package, as jobs.

client = Client("https://crowd.example.org", token)
index = client.detect.index(sources=["library/bees.txt", "library/tea.txt"]).wait()
check = client.detect.check("essay.docx", index=index["index"]).wait()
check.save("report.html", "report.html")
"""

from paraphrast.client.connection import Client
from paraphrast.client.given import Address
from paraphrast.client.jobs import Job, Result

__all__ = ["Address", "Client", "Job", "Result"]
