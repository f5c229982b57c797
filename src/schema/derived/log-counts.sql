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
