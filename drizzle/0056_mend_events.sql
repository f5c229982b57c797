DROP TRIGGER IF EXISTS event_person_erased;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_account_erased;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_audience_updated;
--> statement-breakpoint
-- No event leads from the id of an erased person to a visit or a log.
CREATE TRIGGER event_person_erased AFTER DELETE ON persons BEGIN
  DELETE FROM visit_days WHERE type = 'person.visited' AND subject = old.person_id;
  UPDATE events SET subject = NULL, related = '{}' WHERE subject = old.person_id AND type = 'person.visited';
  UPDATE events SET related = '{}' WHERE subject = old.person_id AND related <> '{}';
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'person.erased', old.person_id, json_object(),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.erased');
END;
--> statement-breakpoint
CREATE TRIGGER event_account_erased AFTER DELETE ON accounts BEGIN
  DELETE FROM visit_days WHERE type = 'account.visited' AND subject = old.account_id;
  UPDATE events SET subject = NULL, related = '{}' WHERE subject = old.account_id AND type = 'account.visited';
  UPDATE events SET related = '{}' WHERE subject = old.account_id AND related <> '{}';
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'account.erased', old.account_id, json_object(),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.erased');
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_updated AFTER UPDATE OF custom_name, action_form_id_override, action_form_instructions_override, action_url_override, metadata_override ON audiences
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience.updated')
  AND (old.custom_name IS NOT new.custom_name OR old.action_form_id_override IS NOT new.action_form_id_override OR old.action_form_instructions_override IS NOT new.action_form_instructions_override OR old.action_url_override IS NOT new.action_url_override OR old.metadata_override IS NOT new.metadata_override) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience.updated', new.audience_id, json_object('pageId', new.page_id),
    (SELECT json_group_array(value) FROM json_each(json_array(iif(old.custom_name IS NOT new.custom_name, 'customName', NULL), iif(old.action_form_id_override IS NOT new.action_form_id_override, 'actionFormIdOverride', NULL), iif(old.action_form_instructions_override IS NOT new.action_form_instructions_override, 'actionFormInstructionsOverride', NULL), iif(old.action_url_override IS NOT new.action_url_override, 'actionUrlOverride', NULL), iif(old.metadata_override IS NOT new.metadata_override, 'metadataOverride', NULL))) WHERE value IS NOT NULL),
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
-- The last day of a visit that was told is kept no longer than the event that told it.
CREATE TRIGGER visit_days_removed AFTER DELETE ON events
WHEN old.type IN ('account.visited', 'person.visited') AND old.subject IS NOT NULL BEGIN
  DELETE FROM visit_days
    WHERE type = old.type AND subject = old.subject AND day <= old.created_at / 86400000;
END;
--> statement-breakpoint
CREATE TRIGGER visit_days_forgotten AFTER UPDATE OF subject ON events
WHEN old.type IN ('account.visited', 'person.visited') AND old.subject IS NOT NULL AND new.subject IS NULL BEGIN
  DELETE FROM visit_days
    WHERE type = old.type AND subject = old.subject AND day <= old.created_at / 86400000;
END;
