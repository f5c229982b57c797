-- Exact counts of persons and accounts, and of the persons whose domain links them to an account. SQLite numbers persons in
-- `seq`, one more than the last: their number is that of the last person, less `gone` in the same row. So a new person
-- writes no counter. Each row begins with the `gone` of the row before it.

-- A new person also enters the search index: see person-search.sql.ts. Who comes with a log, whose id is then their first
-- write, is counted with the activity of the log: see log-writes.sql.
CREATE TRIGGER persons_inserted AFTER INSERT ON persons BEGIN
  INSERT INTO person_search (rowid, text) SELECT seq, text FROM person_search_text WHERE seq = new.seq;
  UPDATE accounts SET linked_persons_count = linked_persons_count + 1
    WHERE domain = new.account_domain AND new.write_id NOT LIKE 'person_log_%';
END;

-- A person whom a version before migration 0081 has created.
CREATE TRIGGER persons_numbered AFTER INSERT ON persons WHEN new.gone IS NULL BEGIN
  UPDATE persons SET gone = seq - 1
      - coalesce((SELECT seq - gone FROM persons WHERE seq < new.seq ORDER BY seq DESC LIMIT 1), 0)
    WHERE seq = new.seq;
END;

-- A person belongs to the account of their domain or, without one, of their email's domain. A change of either may
-- move them to another account. The one they leave stays: its id may be known elsewhere.
CREATE TRIGGER persons_account_updated
AFTER UPDATE OF domain, email_domain ON persons WHEN old.account_domain IS NOT new.account_domain BEGIN
  UPDATE accounts SET linked_persons_count = linked_persons_count - 1 WHERE domain = old.account_domain;
  UPDATE accounts SET linked_persons_count = linked_persons_count + 1 WHERE domain = new.account_domain;
END;

-- An account goes with its last person who is erased, unless it has a log, or a name that somebody gave it: its domain
-- may name that person. person-erasure.sql deletes the other rows of an erased person.
CREATE TRIGGER persons_deleted AFTER DELETE ON persons BEGIN
  -- A seq behind the last person is used again.
  UPDATE persons SET gone = 1 + iif(seq > old.seq, gone, seq - old.seq + old.gone)
    WHERE seq = (SELECT max(seq) FROM persons);
  DELETE FROM accounts WHERE domain = old.account_domain AND linked_persons_count = 1 AND name = domain
    AND NOT EXISTS (SELECT 1 FROM account_log_counts WHERE account_id = accounts.account_id);
  UPDATE accounts SET linked_persons_count = linked_persons_count - 1 WHERE domain = old.account_domain;
END;

-- An account that is created for its first person is inserted with that person counted, so it is never empty. It also
-- enters the search index: see account-search.sql.ts.
CREATE TRIGGER accounts_inserted AFTER INSERT ON accounts BEGIN
  UPDATE accounts SET seq = (SELECT coalesce(max(seq), 0) + 1 FROM accounts)
    WHERE account_id = new.account_id AND new.seq IS NULL;
  INSERT INTO account_search (rowid, text)
    SELECT seq, text FROM account_search_text WHERE account_id = new.account_id;
  UPDATE counters SET value = value + 1 WHERE name = 'accounts';
  UPDATE counters SET value = value + 1 WHERE name = 'accounts_empty' AND new.linked_persons_count = 0;
END;

-- With its last person, an account goes before it would count as empty.
CREATE TRIGGER accounts_deleted AFTER DELETE ON accounts BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'accounts';
  UPDATE counters SET value = value - 1 WHERE name = 'accounts_empty' AND old.linked_persons_count = 0;
END;

-- Empty accounts have a counter of their own: the list with includeEmptyOnly shows it as its total.
CREATE TRIGGER accounts_emptied AFTER UPDATE OF linked_persons_count ON accounts
WHEN (old.linked_persons_count = 0) <> (new.linked_persons_count = 0) BEGIN
  UPDATE counters SET value = value + iif(new.linked_persons_count = 0, 1, -1) WHERE name = 'accounts_empty';
END;
