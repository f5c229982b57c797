import { folded, marked } from './folded.ts';

const name = 'coalesce(audiences.custom_name, persons.name)';

export default `-- The search index of audiences. One that has no name of its own, and no person, is not in it.

-- The text in which an audience is found: each word of its name after two marks.
CREATE VIEW audience_name_text AS
SELECT audience_id, ${folded(marked(name))} AS text
FROM audiences LEFT JOIN persons ON persons.person_id = audiences.person_id
WHERE ${name} IS NOT NULL;

CREATE TRIGGER audiences_named AFTER INSERT ON audiences BEGIN
  INSERT INTO audience_names (audience_id, text)
    SELECT audience_id, text FROM audience_name_text WHERE audience_id = new.audience_id;
END;

-- An erasure takes the person out of the audience, and their name out of the index.
CREATE TRIGGER audiences_renamed AFTER UPDATE OF custom_name, person_id ON audiences
WHEN old.custom_name IS NOT new.custom_name OR old.person_id IS NOT new.person_id BEGIN
  DELETE FROM audience_names WHERE audience_id = new.audience_id;
  INSERT INTO audience_names (audience_id, text)
    SELECT audience_id, text FROM audience_name_text WHERE audience_id = new.audience_id;
END;

CREATE TRIGGER persons_renamed_audiences AFTER UPDATE OF name ON persons WHEN old.name <> new.name BEGIN
  DELETE FROM audience_names WHERE audience_id IN (
    SELECT audience_id FROM audiences WHERE person_id = new.person_id AND custom_name IS NULL);
  INSERT INTO audience_names (audience_id, text)
    SELECT audience_id, text FROM audience_name_text WHERE audience_id IN (
      SELECT audience_id FROM audiences WHERE person_id = new.person_id AND custom_name IS NULL);
END;

-- The trigrams of these texts. The migration that makes it sets the option secure-delete.
CREATE VIRTUAL TABLE audience_search USING fts5 (
  text, content = 'audience_names', content_rowid = 'seq', tokenize = "trigram remove_diacritics 1"
);

CREATE TRIGGER audience_names_inserted AFTER INSERT ON audience_names BEGIN
  INSERT INTO audience_search (rowid, text) VALUES (new.seq, new.text);
END;

-- FTS5 removes a text only when it gets the same text again.
CREATE TRIGGER audience_names_deleted AFTER DELETE ON audience_names BEGIN
  INSERT INTO audience_search (audience_search, rowid, text) VALUES ('delete', old.seq, old.text);
END;
`;
