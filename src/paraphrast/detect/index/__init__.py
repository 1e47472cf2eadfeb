"""A collection of documents on disk, to be searched by words, by fingerprints and by meaning.

A folder holds immutable segments (numpy arrays read through the page cache), one tantivy index, a file of
tombstones and a manifest. Whatever the manifest does not name does not exist, and the manifest is replaced
in one step, so a killed writer leaves the last commit as it was. One writer at a time; readers never wait.
"""
