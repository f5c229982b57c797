-- What follows from a row is kept by triggers, so that no statement can forget it:
-- the search index, the exact counters, an account's linked persons and its latest activity.

-- The text that a person is found by. Each word starts with two U+0002, so that the trigrams U+0002 U+0002 j
-- and U+0002 j o answer prefixes of one and two characters from the same index.
CREATE VIEW person_search_text AS
SELECT seq, person_id,
  search_name
  || char(10, 2, 2) || slug
  || coalesce(char(10, 2, 2) || coalesce(search_email, email), '')
  || coalesce(char(10, 2, 2) || substr(coalesce(search_email, email), instr(coalesce(search_email, email), '@') + 1), '')
  || coalesce(char(10, 2, 2) || coalesce(search_domain, domain), '')
  || coalesce(char(10, 2, 2) || phone_number || char(10, 2, 2) || substr(phone_number, 2), '')
  || coalesce(char(10) || linkedin_profile_url, '') AS text
FROM persons;
--> statement-breakpoint
-- Trigrams of that text. With secure-delete nothing of an erased person stays in the index.
CREATE VIRTUAL TABLE person_search USING fts5 (
  text, content = 'person_search_text', content_rowid = 'seq', tokenize = "trigram remove_diacritics 1"
);
--> statement-breakpoint
INSERT INTO person_search (person_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO counters (name, value) VALUES ('persons', 0), ('accounts', 0), ('accounts_empty', 0), ('api_keys', 0);
--> statement-breakpoint
CREATE TRIGGER persons_inserted AFTER INSERT ON persons BEGIN
  INSERT INTO person_search (rowid, text) SELECT seq, text FROM person_search_text WHERE seq = new.seq;
  UPDATE counters SET value = value + 1 WHERE name = 'persons';
  UPDATE accounts SET linked_persons_count = linked_persons_count + 1 WHERE domain = new.account_domain;
END;
--> statement-breakpoint
-- FTS5 forgets a text by being told it again: before the row changes, while the view still shows it.
CREATE TRIGGER persons_text_updating
BEFORE UPDATE OF search_name, email, domain, phone_number, linkedin_profile_url ON persons BEGIN
  INSERT INTO person_search (person_search, rowid, text)
    SELECT 'delete', seq, text FROM person_search_text WHERE seq = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER persons_text_updated
AFTER UPDATE OF search_name, email, domain, phone_number, linkedin_profile_url ON persons BEGIN
  INSERT INTO person_search (rowid, text) SELECT seq, text FROM person_search_text WHERE seq = new.seq;
END;
--> statement-breakpoint
CREATE TRIGGER persons_account_updated
AFTER UPDATE OF domain, email_domain ON persons WHEN old.account_domain IS NOT new.account_domain BEGIN
  UPDATE accounts SET linked_persons_count = linked_persons_count - 1 WHERE domain = old.account_domain;
  UPDATE accounts SET linked_persons_count = linked_persons_count + 1 WHERE domain = new.account_domain;
END;
--> statement-breakpoint
CREATE TRIGGER persons_deleting BEFORE DELETE ON persons BEGIN
  INSERT INTO person_search (person_search, rowid, text)
    SELECT 'delete', seq, text FROM person_search_text WHERE seq = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER persons_deleted AFTER DELETE ON persons BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'persons';
  UPDATE accounts SET linked_persons_count = linked_persons_count - 1 WHERE domain = old.account_domain;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_inserted AFTER INSERT ON accounts BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'accounts';
  UPDATE counters SET value = value + 1 WHERE name = 'accounts_empty' AND new.linked_persons_count = 0;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_emptied AFTER UPDATE OF linked_persons_count ON accounts
WHEN (old.linked_persons_count = 0) <> (new.linked_persons_count = 0) BEGIN
  UPDATE counters SET value = value + iif(new.linked_persons_count = 0, 1, -1) WHERE name = 'accounts_empty';
END;
--> statement-breakpoint
CREATE TRIGGER person_logs_inserted AFTER INSERT ON person_logs BEGIN
  INSERT INTO person_log_counts (person_id, source, type, logs) VALUES (new.person_id, new.source, new.type, 1)
    ON CONFLICT DO UPDATE SET logs = logs + 1;
  UPDATE accounts SET latest_activity_at = max(latest_activity_at, new.created_at)
    WHERE domain = (SELECT account_domain FROM persons WHERE person_id = new.person_id);
END;
--> statement-breakpoint
CREATE TRIGGER account_logs_inserted AFTER INSERT ON account_logs BEGIN
  INSERT INTO account_log_counts (account_id, source, type, logs) VALUES (new.account_id, new.source, new.type, 1)
    ON CONFLICT DO UPDATE SET logs = logs + 1;
  UPDATE accounts SET latest_activity_at = max(latest_activity_at, new.created_at)
    WHERE account_id = new.account_id;
END;
--> statement-breakpoint
CREATE TRIGGER api_keys_inserted AFTER INSERT ON api_keys BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'api_keys';
END;
