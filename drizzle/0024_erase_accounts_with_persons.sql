DROP TRIGGER IF EXISTS persons_deleted;
--> statement-breakpoint
CREATE TABLE `secrets` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
-- 256 bits that no other database has.
INSERT INTO secrets (name, value) VALUES ('erased_identifiers', lower(hex(randomblob(32))));
--> statement-breakpoint
-- An account goes with its last person who is erased, unless it has a log, or a name that somebody gave it: its domain
-- may name that person. person-erasure.sql deletes the other rows of an erased person.
CREATE TRIGGER persons_deleted AFTER DELETE ON persons BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'persons';
  DELETE FROM accounts WHERE domain = old.account_domain AND linked_persons_count = 1 AND name = domain
    AND NOT EXISTS (SELECT 1 FROM account_log_counts WHERE account_id = accounts.account_id);
  UPDATE accounts SET linked_persons_count = linked_persons_count - 1 WHERE domain = old.account_domain;
END;
--> statement-breakpoint
-- With its last person, an account goes before it would count as empty.
CREATE TRIGGER accounts_deleted AFTER DELETE ON accounts BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'accounts';
  UPDATE counters SET value = value - 1 WHERE name = 'accounts_empty' AND old.linked_persons_count = 0;
END;
--> statement-breakpoint
INSERT OR IGNORE INTO free_mail_domains VALUES
('addy.io'),('erine.email'),('magenta.de'),('o2online.de'),('simplelogin.com');
