DROP TRIGGER IF EXISTS event_page_updated;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_audience_updated;
--> statement-breakpoint
ALTER TABLE `audiences` ADD `field_overrides` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `pages` ADD `fields` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
CREATE TRIGGER event_page_updated AFTER UPDATE OF title, url, metadata, fields ON pages
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'page.updated')
  AND (old.title IS NOT new.title OR old.url IS NOT new.url OR old.metadata IS NOT new.metadata OR old.fields IS NOT new.fields) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'page.updated', new.page_id, json_object(),
    (SELECT json_group_array(value) FROM json_each(json_array(iif(old.title IS NOT new.title, 'title', NULL), iif(old.url IS NOT new.url, 'url', NULL), iif(old.metadata IS NOT new.metadata, 'metadata', NULL), iif(old.fields IS NOT new.fields, 'fields', NULL))) WHERE value IS NOT NULL),
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_updated AFTER UPDATE OF custom_name, action_form_id_override, action_form_instructions_override, action_url_override, metadata_override, field_overrides ON audiences
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience.updated')
  AND (old.custom_name IS NOT new.custom_name OR old.action_form_id_override IS NOT new.action_form_id_override OR old.action_form_instructions_override IS NOT new.action_form_instructions_override OR old.action_url_override IS NOT new.action_url_override OR old.metadata_override IS NOT new.metadata_override OR old.field_overrides IS NOT new.field_overrides) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience.updated', new.audience_id, json_object('pageId', new.page_id),
    (SELECT json_group_array(value) FROM json_each(json_array(iif(old.custom_name IS NOT new.custom_name, 'customName', NULL), iif(old.action_form_id_override IS NOT new.action_form_id_override, 'actionFormIdOverride', NULL), iif(old.action_form_instructions_override IS NOT new.action_form_instructions_override, 'actionFormInstructionsOverride', NULL), iif(old.action_url_override IS NOT new.action_url_override, 'actionUrlOverride', NULL), iif(old.metadata_override IS NOT new.metadata_override, 'metadataOverride', NULL), iif(old.field_overrides IS NOT new.field_overrides, 'fieldOverrides', NULL))) WHERE value IS NOT NULL),
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
