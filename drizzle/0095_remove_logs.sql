DROP TRIGGER IF EXISTS account_log_writes_inserted;
--> statement-breakpoint
-- To remove a log, by a request or by retention, insert it into one of these views: it is no longer counted. The latest
-- activity of its account stays. An erasure removes all logs of a person with their counts, and needs no row of these.
CREATE VIEW person_log_removals (person_id, person_log_id) AS SELECT NULL, NULL WHERE false;
--> statement-breakpoint
CREATE VIEW account_log_removals (account_id, account_log_id) AS SELECT NULL, NULL WHERE false;
--> statement-breakpoint
CREATE TRIGGER person_log_removals_inserted INSTEAD OF INSERT ON person_log_removals BEGIN
  UPDATE person_log_counts SET logs = person_log_counts.logs - 1,
    own_times = own_times - (person_logs.own_time IS NOT NULL)
  FROM person_logs
  WHERE person_logs.person_id = new.person_id AND person_logs.person_log_id = new.person_log_id
    AND person_log_counts.person_id = person_logs.person_id AND person_log_counts.source = person_logs.source
    AND person_log_counts.type = person_logs.type;
  DELETE FROM person_log_counts
  WHERE (person_id, source, type) = (
    SELECT person_id, source, type FROM person_logs WHERE person_id = new.person_id AND person_log_id = new.person_log_id
  ) AND logs = 0;
  DELETE FROM person_logs WHERE person_id = new.person_id AND person_log_id = new.person_log_id;
END;
--> statement-breakpoint
CREATE TRIGGER account_log_removals_inserted INSTEAD OF INSERT ON account_log_removals BEGIN
  UPDATE account_log_counts SET logs = account_log_counts.logs - 1,
    own_times = own_times - (account_logs.own_time IS NOT NULL)
  FROM account_logs
  WHERE account_logs.account_id = new.account_id AND account_logs.account_log_id = new.account_log_id
    AND account_log_counts.account_id = account_logs.account_id AND account_log_counts.source = account_logs.source
    AND account_log_counts.type = account_logs.type;
  DELETE FROM account_log_counts
  WHERE (account_id, source, type) = (
    SELECT account_id, source, type FROM account_logs WHERE account_id = new.account_id AND account_log_id = new.account_log_id
  ) AND logs = 0;
  DELETE FROM account_logs WHERE account_id = new.account_id AND account_log_id = new.account_log_id;
END;
--> statement-breakpoint
-- The log of an account. A domain without an account gets one.
CREATE TRIGGER account_log_writes_inserted INSTEAD OF INSERT ON account_log_writes
WHEN NOT EXISTS (
  SELECT 1 FROM idempotency_keys
  WHERE resource = 'account_log' AND key_hash = coalesce(new.write ->> 'keyHash', new.write ->> 'logId')
) BEGIN
  INSERT INTO author_notes VALUES (NULL, new.write -> 'actor' IS NOT NULL);

  INSERT INTO accounts (account_id, seq, domain, name, linked_persons_count, revision, write_id, created_at, updated_at,
    latest_activity_at)
  SELECT new.write ->> 'newAccountId', (SELECT coalesce(max(seq), 0) + 1 FROM accounts),
    new.write ->> 'domain', new.write ->> 'domain', 0, 1, '',
    new.write ->> 'createdAt', new.write ->> 'createdAt',
    coalesce(new.write ->> 'occurredAt', new.write ->> 'createdAt')
  WHERE new.write ->> 'domain' IS NOT NULL
  ON CONFLICT (domain) DO NOTHING;

  INSERT INTO matched_account_log_writes
  SELECT new.write, new.payload, account_id FROM accounts
  WHERE account_id = coalesce(new.write ->> 'accountId',
    (SELECT account_id FROM accounts WHERE domain = new.write ->> 'domain'));

  INSERT INTO author_notes VALUES (new.write -> 'actor', new.write -> 'actor' IS NOT NULL);
END;
