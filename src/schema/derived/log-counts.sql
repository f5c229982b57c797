-- Logs are counted by owner, source and type, so that the total of a filtered list is exact. A log counts as
-- activity at the time it happened or, if the request did not say, was received: after an account is created, nothing
-- else changes its latest activity. A log of before writes no row of the account.

-- To move the latest activity of an account, insert into this view. The account moves in the order of lists when it was
-- not active for ten minutes: until then it pays for no entry of their index.
CREATE VIEW account_activities (domain, at) AS SELECT NULL, NULL WHERE false;

CREATE TRIGGER account_activities_inserted INSTEAD OF INSERT ON account_activities BEGIN
  UPDATE accounts SET activity_ahead = new.at - latest_activity_at
    WHERE domain = new.domain AND new.at > latest_activity_at + activity_ahead AND new.at < activity_moves_at;
  UPDATE accounts SET latest_activity_at = new.at, activity_ahead = 0
    WHERE domain = new.domain AND new.at >= activity_moves_at;
END;

-- The log of a person is also activity of the account that the person is linked to.
CREATE TRIGGER person_logs_inserted AFTER INSERT ON person_logs BEGIN
  INSERT INTO person_log_counts (person_id, source, type, logs, own_times)
    VALUES (new.person_id, new.source, new.type, 1, new.own_time IS NOT NULL)
    ON CONFLICT DO UPDATE SET logs = logs + 1, own_times = own_times + excluded.own_times;
  INSERT INTO account_activities VALUES (
    (SELECT account_domain FROM persons WHERE person_id = new.person_id), coalesce(new.occurred_at, new.created_at));
END;

CREATE TRIGGER account_logs_inserted AFTER INSERT ON account_logs BEGIN
  INSERT INTO account_log_counts (account_id, source, type, logs, own_times)
    VALUES (new.account_id, new.source, new.type, 1, new.own_time IS NOT NULL)
    ON CONFLICT DO UPDATE SET logs = logs + 1, own_times = own_times + excluded.own_times;
  INSERT INTO account_activities VALUES (
    (SELECT domain FROM accounts WHERE account_id = new.account_id), coalesce(new.occurred_at, new.created_at));
END;

-- To remove a log, by a request or by retention, insert it into one of these views: it is no longer counted. The latest
-- activity of its account stays. An erasure removes all logs of a person with their counts, and needs no row of these.
CREATE VIEW person_log_removals (person_id, person_log_id) AS SELECT NULL, NULL WHERE false;

CREATE VIEW account_log_removals (account_id, account_log_id) AS SELECT NULL, NULL WHERE false;

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
