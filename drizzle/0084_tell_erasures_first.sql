DROP TRIGGER IF EXISTS event_person_erased;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_account_erased;
--> statement-breakpoint
-- No event leads from the id of an erased person to a visit or a log.
CREATE TRIGGER event_person_erased BEFORE DELETE ON persons BEGIN
  DELETE FROM visit_days WHERE type = 'person.visited' AND subject = old.person_id;
  UPDATE events SET subject = NULL, related = '{}' WHERE subject = old.person_id AND type = 'person.visited';
  UPDATE events SET related = '{}' WHERE subject = old.person_id AND related <> '{}';
  UPDATE events SET related = json_remove(related, '$.personId', '$.personLogId', '$.accountId') WHERE (case when related ->> 'personId' is null then related ->> 'accountId' else related ->> 'personId' end) = old.person_id;
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'person.erased', old.person_id, json_object(),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.erased');
END;
--> statement-breakpoint
CREATE TRIGGER event_account_erased BEFORE DELETE ON accounts BEGIN
  DELETE FROM visit_days WHERE type = 'account.visited' AND subject = old.account_id;
  UPDATE events SET subject = NULL, related = '{}' WHERE subject = old.account_id AND type = 'account.visited';
  UPDATE events SET related = '{}' WHERE subject = old.account_id AND related <> '{}';
  UPDATE events SET related = json_remove(related, '$.personId', '$.personLogId', '$.accountId') WHERE (case when related ->> 'personId' is null then related ->> 'accountId' else related ->> 'personId' end) = old.account_id;
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'account.erased', old.account_id, json_object(),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.erased');
END;
