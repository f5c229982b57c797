-- The text in which an audience is found: each word of its name after two marks.
CREATE VIEW audience_name_text AS
SELECT audience_id, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(char(2, 2) || replace(coalesce(audiences.custom_name, persons.name), ' ', char(32, 2, 2)), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'ß', 'ss'), 'ẞ', 'ss'), 'Þ', 'th'), 'þ', 'th'), 'Ð', 'd'), 'ð', 'd'), 'Đ', 'd'), 'đ', 'd'), 'Ø', 'o'), 'ø', 'o'), 'Ł', 'l'), 'ł', 'l'), 'Ħ', 'h'), 'ħ', 'h'), 'Ŧ', 't'), 'ŧ', 't'), 'Ŋ', 'n'), 'ŋ', 'n'), 'ı', 'i') AS text
FROM audiences LEFT JOIN persons ON persons.person_id = audiences.person_id
WHERE coalesce(audiences.custom_name, persons.name) IS NOT NULL;
--> statement-breakpoint
-- The trigrams of these texts.
CREATE VIRTUAL TABLE audience_search USING fts5 (
  text, content = 'audience_names', content_rowid = 'seq', tokenize = "trigram remove_diacritics 1"
);
--> statement-breakpoint
INSERT INTO audience_search (audience_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
-- The audiences that exist, in the order of their creation.
INSERT INTO audience_names (audience_id, text)
SELECT audience_id, text FROM audience_name_text ORDER BY audience_id;
--> statement-breakpoint
INSERT INTO audience_search (audience_search) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER audiences_named AFTER INSERT ON audiences BEGIN
  INSERT INTO audience_names (audience_id, text)
    SELECT audience_id, text FROM audience_name_text WHERE audience_id = new.audience_id;
END;
--> statement-breakpoint
-- An erasure takes the person out of the audience, and their name out of the index.
CREATE TRIGGER audiences_renamed AFTER UPDATE OF custom_name, person_id ON audiences
WHEN old.custom_name IS NOT new.custom_name OR old.person_id IS NOT new.person_id BEGIN
  DELETE FROM audience_names WHERE audience_id = new.audience_id;
  INSERT INTO audience_names (audience_id, text)
    SELECT audience_id, text FROM audience_name_text WHERE audience_id = new.audience_id;
END;
--> statement-breakpoint
CREATE TRIGGER persons_renamed_audiences AFTER UPDATE OF name ON persons WHEN old.name <> new.name BEGIN
  DELETE FROM audience_names WHERE audience_id IN (
    SELECT audience_id FROM audiences WHERE person_id = new.person_id AND custom_name IS NULL);
  INSERT INTO audience_names (audience_id, text)
    SELECT audience_id, text FROM audience_name_text WHERE audience_id IN (
      SELECT audience_id FROM audiences WHERE person_id = new.person_id AND custom_name IS NULL);
END;
--> statement-breakpoint
CREATE TRIGGER audience_names_inserted AFTER INSERT ON audience_names BEGIN
  INSERT INTO audience_search (rowid, text) VALUES (new.seq, new.text);
END;
--> statement-breakpoint
-- FTS5 removes a text only when it gets the same text again.
CREATE TRIGGER audience_names_deleted AFTER DELETE ON audience_names BEGIN
  INSERT INTO audience_search (audience_search, rowid, text) VALUES ('delete', old.seq, old.text);
END;
