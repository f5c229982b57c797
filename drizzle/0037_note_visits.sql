DROP TRIGGER IF EXISTS person_logs_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS account_logs_inserted;
--> statement-breakpoint
DROP INDEX `accounts_empty`;
--> statement-breakpoint
ALTER TABLE `accounts` ADD `seq` integer;
--> statement-breakpoint
ALTER TABLE `accounts` ADD `search_name` text;
--> statement-breakpoint
ALTER TABLE `accounts` ADD `latest_visit_at` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `persons` ADD `latest_visit_at` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Added by hand: the latest visits that are known, before the indexes are made. An index has the visits with a form of a
-- person. None has the recipients, which sessions have had since migration 0034: those of the last seven days are read.
UPDATE persons SET latest_visit_at = visit.at FROM (
  SELECT id, min(max(at), unixepoch() * 1000) AS at FROM (
    SELECT person_id AS id, session_started_at AS at FROM audience_sessions WHERE person_id IS NOT NULL
    UNION ALL SELECT recipient_person_id, session_started_at FROM audience_sessions
      WHERE recipient_person_id IS NOT NULL AND session_started_at > (
        SELECT max(session_started_at) - 604800000 FROM audience_sessions))
  GROUP BY id) AS visit
WHERE persons.person_id = visit.id AND visit.at > 0;
--> statement-breakpoint
UPDATE accounts SET latest_visit_at = visit.at FROM (
  SELECT id, min(max(at), unixepoch() * 1000) AS at FROM (
    SELECT account_id AS id, session_started_at AS at FROM audience_sessions
      WHERE person_id IS NOT NULL AND account_id <> ''
    UNION ALL SELECT recipient_account_id, session_started_at FROM audience_sessions
      WHERE recipient_account_id IS NOT NULL AND session_started_at > (
        SELECT max(session_started_at) - 604800000 FROM audience_sessions))
  GROUP BY id) AS visit
WHERE accounts.account_id = visit.id AND visit.at > 0;
--> statement-breakpoint
-- In scripts that are written without spaces a word may start anywhere: names that exist get the marks that
-- src/lib/search-text.ts gives new ones. D1 takes GLOB patterns of 50 bytes.
UPDATE accounts SET search_name = (
  WITH RECURSIVE place (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM place WHERE i < length(name)),
  inner_word (word) AS (
    SELECT rtrim(substr(name, i, 2)) FROM place
    WHERE substr(name, i - 1, 1) <> ' '
      AND (substr(name, i, 1) GLOB '[⺀-⿟々〇ぁ-ヿㄅ-ㄯ㐀-䶿一-鿿]'
        OR substr(name, i, 1) GLOB '[가-힣豈-﫿ก-๛ກ-ໟက-႟ក-៿]' OR substr(name, i, 1) GLOB '[𠀀-𲎯]')
  )
  SELECT coalesce(group_concat(char(2, 2) || word, ' '), '') FROM inner_word
)
WHERE name <> domain AND (name GLOB '*[⺀-⿟々〇ぁ-ヿㄅ-ㄯ㐀-䶿一-鿿]*' OR name GLOB '*[가-힣豈-﫿ก-๛ກ-ໟက-႟ក-៿]*'
  OR name GLOB '*[𠀀-𲎯]*');
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_seq` ON `accounts` (`seq`);
--> statement-breakpoint
CREATE INDEX `accounts_activity` ON `accounts` (`latest_activity_at`,`account_id`);
--> statement-breakpoint
CREATE INDEX `accounts_visit` ON `accounts` (`latest_visit_at`,`account_id`);
--> statement-breakpoint
CREATE INDEX `accounts_persons` ON `accounts` (`linked_persons_count`,`account_id`);
--> statement-breakpoint
CREATE INDEX `accounts_empty_activity` ON `accounts` (`latest_activity_at`,`account_id`) WHERE linked_persons_count = 0;
--> statement-breakpoint
CREATE INDEX `accounts_empty_visit` ON `accounts` (`latest_visit_at`,`account_id`) WHERE linked_persons_count = 0;
--> statement-breakpoint
CREATE INDEX `persons_visit` ON `persons` (`latest_visit_at`,`person_id`);
--> statement-breakpoint
-- The log of a person is also activity of the account that the person is linked to.
CREATE TRIGGER person_logs_inserted AFTER INSERT ON person_logs BEGIN
  INSERT INTO person_log_counts (person_id, source, type, logs) VALUES (new.person_id, new.source, new.type, 1)
    ON CONFLICT DO UPDATE SET logs = logs + 1;
  UPDATE accounts SET latest_activity_at = coalesce(new.occurred_at, new.created_at)
    WHERE domain = (SELECT account_domain FROM persons WHERE person_id = new.person_id)
      AND latest_activity_at < coalesce(new.occurred_at, new.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER account_logs_inserted AFTER INSERT ON account_logs BEGIN
  INSERT INTO account_log_counts (account_id, source, type, logs) VALUES (new.account_id, new.source, new.type, 1)
    ON CONFLICT DO UPDATE SET logs = logs + 1;
  UPDATE accounts SET latest_activity_at = coalesce(new.occurred_at, new.created_at)
    WHERE account_id = new.account_id AND latest_activity_at < coalesce(new.occurred_at, new.created_at);
END;
