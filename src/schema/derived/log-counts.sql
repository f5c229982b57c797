-- Logs are counted by owner, source and type, so that the total of a filtered list is exact. A log counts as
-- activity at the time it happened or, if the request did not say, was received: after an account is created, nothing
-- else changes latest_activity_at. A log of before writes no row of the account.

-- The log of a person is also activity of the account that the person is linked to.
CREATE TRIGGER person_logs_inserted AFTER INSERT ON person_logs BEGIN
  INSERT INTO person_log_counts (person_id, source, type, logs) VALUES (new.person_id, new.source, new.type, 1)
    ON CONFLICT DO UPDATE SET logs = logs + 1;
  UPDATE accounts SET latest_activity_at = coalesce(new.occurred_at, new.created_at)
    WHERE domain = (SELECT account_domain FROM persons WHERE person_id = new.person_id)
      AND latest_activity_at < coalesce(new.occurred_at, new.created_at);
END;

CREATE TRIGGER account_logs_inserted AFTER INSERT ON account_logs BEGIN
  INSERT INTO account_log_counts (account_id, source, type, logs) VALUES (new.account_id, new.source, new.type, 1)
    ON CONFLICT DO UPDATE SET logs = logs + 1;
  UPDATE accounts SET latest_activity_at = coalesce(new.occurred_at, new.created_at)
    WHERE account_id = new.account_id AND latest_activity_at < coalesce(new.occurred_at, new.created_at);
END;
