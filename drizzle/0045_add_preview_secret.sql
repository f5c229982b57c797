-- Signs the tokens of previews.
INSERT INTO secrets (name, value) VALUES ('previews', lower(hex(randomblob(32))));
