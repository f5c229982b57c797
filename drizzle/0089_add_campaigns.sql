DROP TRIGGER IF EXISTS event_audience_updated_words;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_audience_archived;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_audience_restored;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_audience_version_queued;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_audience_version_published;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_audience_version_cancelled;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_page_link_updated;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_page_link_deleted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_audience_updated;
--> statement-breakpoint
CREATE TABLE `campaign_rows` (
	`campaign_id` text NOT NULL,
	`person_id` text NOT NULL,
	`audience_id` text NOT NULL,
	`page_link_id` text NOT NULL,
	`sent` text NOT NULL,
	`words_hash` text NOT NULL,
	`version_id` text NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`campaign_id`, `person_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `campaigns` (
	`campaign_id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`name` text NOT NULL,
	`path` text NOT NULL,
	`tenant_domain_id` text,
	`on_path_taken` text NOT NULL,
	`words` text NOT NULL,
	`cleared` text NOT NULL,
	`earlier_words` text,
	`rows_count` integer NOT NULL,
	`archived_at` integer,
	`job` text,
	`due_at` integer,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `campaigns_page` ON `campaigns` (`page_id`,`campaign_id`);--> statement-breakpoint
CREATE INDEX `campaigns_due` ON `campaigns` (`due_at`) WHERE due_at is not null;
--> statement-breakpoint
-- To write a row of a campaign, insert into this view. `write` is a JSON object (src/visits/campaigns/store/rows.ts). The
-- row becomes a person, their audience of the page, a version on its way to visitors, a link, and a row, all or nothing. A row
-- that says what it said before, one that is refused, and one that is sent again after its answer was lost change nothing.
CREATE VIEW campaign_row_writes (write) AS SELECT NULL WHERE false;
--> statement-breakpoint
-- A row with what it meets. `path_name` is the field with the path of a new link, or null if it keeps `page_link_id`.
CREATE VIEW matched_campaign_row_writes
  (write, person_id, audience_id, page_link_id, path_name, version_id, is_same_words) AS
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE false;
--> statement-breakpoint
CREATE TRIGGER campaign_row_writes_inserted INSTEAD OF INSERT ON campaign_row_writes BEGIN
  INSERT INTO matched_campaign_row_writes
  SELECT new.write, person_id, audience_id, page_link_id, path_name, version_id, is_same_words
  FROM (SELECT seq, person_id, audience_id, row_revision, version_id, write_id, is_same_words, is_same_sent,
    coalesce(row_link, iif(is_own, holder, NULL)) AS page_link_id, holder,
    CASE
      WHEN row_link IS NOT NULL OR is_own THEN NULL
      WHEN holder IS NULL THEN 'path'
      WHEN iif(new.write ->> 'tenantDomainId' IS NULL,
      (SELECT page_link_id FROM page_links WHERE tenant_domain_id IS NULL AND path = new.write ->> 'shortPath' AND deleted_at IS NULL),
      (SELECT page_link_id FROM page_links
        WHERE tenant_domain_id = new.write ->> 'tenantDomainId' AND path = new.write ->> 'shortPath' AND deleted_at IS NULL)) IS NULL THEN 'shortPath'
      ELSE 'longPath'
    END AS path_name,
    CASE
      WHEN new.write ->> 'personId' IS NOT NULL AND seq IS NULL THEN 'person_not_found'
      WHEN is_same_words AND is_same_sent THEN NULL
      WHEN archived_at IS NOT NULL THEN 'audience_archived'
      WHEN row_revision IS NULL
        AND (SELECT rows_count FROM campaigns WHERE campaign_id = new.write ->> 'campaignId') >= 10000 THEN 'campaign_full'
      WHEN said > 10000 THEN 'fields_mismatch'
      WHEN row_link IS NULL AND holder IS NOT NULL AND NOT is_own AND (NOT is_of_campaign OR new.write ->> 'onPathTaken' = 'refuse')
        THEN 'path_taken'
    END AS refusal
  FROM (
    SELECT found.*, holder.page_link_id AS holder,
      coalesce(holder.target_type = 'audience' AND holder.audience_id = found.audience_id, false) AS is_own,
      EXISTS (
        SELECT 1 FROM "audiences" as other JOIN "campaign_rows" as their ON their.person_id = other.person_id
        WHERE other.audience_id = holder.audience_id AND their.campaign_id = new.write ->> 'campaignId'
          AND their.page_link_id = holder.page_link_id
      ) AS is_of_campaign
    FROM (
      SELECT person.seq, coalesce(person.person_id, new.write ->> 'newPersonId') AS person_id,
        audience.audience_id, audience.archived_at,
        length(json_patch(coalesce(audience.field_overrides, '{}'), new.write -> 'fields')) AS said,
        own.revision AS row_revision, own.page_link_id AS row_link, own.version_id, own.write_id,
        coalesce(own.words_hash = new.write ->> 'wordsHash', false) AS is_same_words,
        coalesce(own.sent = new.write ->> 'sent', false) AS is_same_sent
      FROM (SELECT 1)
        LEFT JOIN "persons" as person ON person.seq = iif(new.write ->> 'personId' IS NULL,
          coalesce(
            (SELECT seq FROM persons WHERE email = new.write ->> 'email'),
            (SELECT seq FROM persons WHERE phone_number = new.write ->> 'phoneNumber'),
            (SELECT seq FROM persons WHERE linkedin_identity = new.write ->> 'linkedinIdentity')),
          (SELECT seq FROM persons WHERE person_id = new.write ->> 'personId'))
        LEFT JOIN "audiences" as audience
          ON audience.person_id = person.person_id AND audience.page_id = new.write ->> 'pageId'
        LEFT JOIN "campaign_rows" as own
          ON own.campaign_id = new.write ->> 'campaignId' AND own.person_id = person.person_id
    ) AS found LEFT JOIN "page_links" as holder ON holder.page_link_id = iif(new.write ->> 'tenantDomainId' IS NULL,
      (SELECT page_link_id FROM page_links WHERE tenant_domain_id IS NULL AND path = new.write ->> 'path' AND deleted_at IS NULL),
      (SELECT page_link_id FROM page_links
        WHERE tenant_domain_id = new.write ->> 'tenantDomainId' AND path = new.write ->> 'path' AND deleted_at IS NULL))
  ))
  WHERE refusal IS NULL AND NOT (is_same_words AND is_same_sent)
    AND NOT instr(coalesce(write_id, ''), new.write ->> 'writeId');
END;
--> statement-breakpoint
CREATE TRIGGER matched_campaign_row_writes_inserted INSTEAD OF INSERT ON matched_campaign_row_writes BEGIN
  INSERT INTO person_writes (write) SELECT new.write WHERE new.write ->> 'personId' IS NULL;

  INSERT INTO audiences (page_id, audience_id, audience_number, person_id, metadata_override, field_overrides, action_form_id_override, action_form_instructions_override, action_url_override, revision, write_id, created_at)
  SELECT page_id, new.write ->> 'newAudienceId', audiences_count + 1, new.person_id,
    json_patch(metadata_override, new.write -> 'metadata'),
    json_patch(field_overrides, new.write -> 'fields'),
    iif(json_type(new.write, '$.others.actionFormIdOverride') IS NULL, action_form_id_override, new.write ->> '$.others.actionFormIdOverride'),
    iif(json_type(new.write, '$.others.actionFormInstructionsOverride') IS NULL, action_form_instructions_override, new.write ->> '$.others.actionFormInstructionsOverride'),
    iif(json_type(new.write, '$.others.actionUrlOverride') IS NULL, action_url_override, new.write ->> '$.others.actionUrlOverride'), 1, new.write ->> 'writeId', new.write ->> 'now'
  FROM pages CROSS JOIN (SELECT '{}' AS metadata_override, '{}' AS field_overrides, NULL AS action_form_id_override,
    NULL AS action_form_instructions_override, NULL AS action_url_override)
  WHERE new.audience_id IS NULL AND page_id = new.write ->> 'pageId'
    AND EXISTS (SELECT 1 FROM persons WHERE person_id = new.person_id);

  UPDATE audiences SET
    metadata_override = json_patch(metadata_override, new.write -> 'metadata'),
    field_overrides = json_patch(field_overrides, new.write -> 'fields'),
    action_form_id_override = iif(json_type(new.write, '$.others.actionFormIdOverride') IS NULL, action_form_id_override, new.write ->> '$.others.actionFormIdOverride'),
    action_form_instructions_override = iif(json_type(new.write, '$.others.actionFormInstructionsOverride') IS NULL, action_form_instructions_override, new.write ->> '$.others.actionFormInstructionsOverride'),
    action_url_override = iif(json_type(new.write, '$.others.actionUrlOverride') IS NULL, action_url_override, new.write ->> '$.others.actionUrlOverride'),
    revision = revision + 1, write_id = substr(new.write ->> 'writeId' || ' ' || write_id, 1, 264)
  WHERE audience_id = new.audience_id AND NOT new.is_same_words;

  UPDATE audience_versions SET
    status = 'queued',
    supplementary_context = iif(json_type(new.write, '$.others.supplementaryContext') IS NULL, audience_versions.supplementary_context, new.write ->> '$.others.supplementaryContext'),
    queued_at = new.write ->> 'now',
    requested_by = new.write ->> 'author',
    transition_id = new.write ->> 'writeId',
    publish_order = (SELECT revision FROM audiences WHERE audience_id = coalesce(new.audience_id, new.write ->> 'newAudienceId')),
    sweep_at = new.write ->> 'now' + 5000,
    frozen = (select json_object('page', json_object('title', "pages"."title", 'url', "pages"."url", 'metadata', json("pages"."metadata"), 'fields', json("pages"."fields")), 'metadataOverride', json("audiences"."metadata_override"), 'fieldOverrides', json("audiences"."field_overrides"), 'actionFormId', "audiences"."action_form_id_override", 'actionFormInstructions', "audiences"."action_form_instructions_override", 'actionUrl', "audiences"."action_url_override", 'supplementaryContext', iif(json_type(new.write, '$.others.supplementaryContext') IS NULL, audience_versions.supplementary_context, new.write ->> '$.others.supplementaryContext')) from "audiences" join "pages" on "pages"."page_id" = "audiences"."page_id"
    where audiences.audience_id = coalesce(new.audience_id, new.write ->> 'newAudienceId')),
    publish_at = NULL, processing_at = NULL, cancelled_at = NULL, cancel_reason = NULL, failure = NULL
  WHERE audience_id = new.audience_id AND version_number = (SELECT version_number FROM audience_versions WHERE audience_id = coalesce(new.audience_id, new.write ->> 'newAudienceId')
    ORDER BY version_number DESC LIMIT 1)
    AND status = 'draft' AND frozen IS NULL AND NOT new.is_same_words;

  INSERT INTO audience_versions (audience_id, version_number, version_id, is_new_page_agent, created_at, became_draft_at,
    status, supplementary_context, queued_at, requested_by, transition_id, publish_order, sweep_at, frozen)
  SELECT coalesce(new.audience_id, new.write ->> 'newAudienceId'), coalesce(audience_versions.version_number, 0) + 1, new.write ->> 'newVersionId',
    NOT EXISTS (SELECT 1 FROM audience_versions WHERE audience_id = coalesce(new.audience_id, new.write ->> 'newAudienceId') AND status = 'published'),
    new.write ->> 'now', new.write ->> 'now',
    'queued',
    iif(json_type(new.write, '$.others.supplementaryContext') IS NULL, audience_versions.supplementary_context, new.write ->> '$.others.supplementaryContext'),
    new.write ->> 'now',
    new.write ->> 'author',
    new.write ->> 'writeId',
    (SELECT revision FROM audiences WHERE audience_id = coalesce(new.audience_id, new.write ->> 'newAudienceId')),
    new.write ->> 'now' + 5000,
    (select json_object('page', json_object('title', "pages"."title", 'url', "pages"."url", 'metadata', json("pages"."metadata"), 'fields', json("pages"."fields")), 'metadataOverride', json("audiences"."metadata_override"), 'fieldOverrides', json("audiences"."field_overrides"), 'actionFormId', "audiences"."action_form_id_override", 'actionFormInstructions', "audiences"."action_form_instructions_override", 'actionUrl', "audiences"."action_url_override", 'supplementaryContext', iif(json_type(new.write, '$.others.supplementaryContext') IS NULL, audience_versions.supplementary_context, new.write ->> '$.others.supplementaryContext')) from "audiences" join "pages" on "pages"."page_id" = "audiences"."page_id"
    where audiences.audience_id = coalesce(new.audience_id, new.write ->> 'newAudienceId'))
  FROM (SELECT 1) LEFT JOIN audience_versions
    ON audience_versions.audience_id = coalesce(new.audience_id, new.write ->> 'newAudienceId') AND audience_versions.version_number = (SELECT version_number FROM audience_versions WHERE audience_id = coalesce(new.audience_id, new.write ->> 'newAudienceId')
    ORDER BY version_number DESC LIMIT 1)
  WHERE NOT new.is_same_words AND EXISTS (SELECT 1 FROM audiences WHERE audience_id = coalesce(new.audience_id, new.write ->> 'newAudienceId') AND person_id = new.person_id)
    AND audience_versions.transition_id IS NOT new.write ->> 'writeId';

  INSERT INTO page_links (page_link_id, tenant_domain_id, path, search_path, target_type, page_id, audience_id, revision,
    write_id, created_at, updated_at)
  SELECT new.write ->> 'newLinkId', new.write ->> 'tenantDomainId', new.write ->> new.path_name, new.write ->> (new.path_name || 'Search'),
    'audience', new.write ->> 'pageId', coalesce(new.audience_id, new.write ->> 'newAudienceId'), 1, new.write ->> 'writeId', new.write ->> 'now', new.write ->> 'now'
  WHERE new.path_name IS NOT NULL AND EXISTS (SELECT 1 FROM audiences WHERE audience_id = coalesce(new.audience_id, new.write ->> 'newAudienceId') AND person_id = new.person_id);

  INSERT INTO campaign_rows (campaign_id, person_id, audience_id, page_link_id, sent, words_hash, version_id, revision,
    write_id, created_at, updated_at)
  SELECT new.write ->> 'campaignId', new.person_id, coalesce(new.audience_id, new.write ->> 'newAudienceId'), coalesce(new.page_link_id, new.write ->> 'newLinkId'),
    new.write ->> 'sent', new.write ->> 'wordsHash',
    iif(new.is_same_words, new.version_id,
      (SELECT version_id FROM audience_versions WHERE audience_id = coalesce(new.audience_id, new.write ->> 'newAudienceId') AND version_number = (SELECT version_number FROM audience_versions WHERE audience_id = coalesce(new.audience_id, new.write ->> 'newAudienceId')
    ORDER BY version_number DESC LIMIT 1))),
    1, new.write ->> 'writeId', new.write ->> 'now', new.write ->> 'now'
  WHERE EXISTS (SELECT 1 FROM audiences WHERE audience_id = coalesce(new.audience_id, new.write ->> 'newAudienceId') AND person_id = new.person_id)
  ON CONFLICT (campaign_id, person_id) DO UPDATE SET sent = excluded.sent, words_hash = excluded.words_hash,
    version_id = excluded.version_id, revision = revision + 1,
    write_id = substr(excluded.write_id || ' ' || write_id, 1, 264), updated_at = excluded.updated_at;
END;
--> statement-breakpoint
CREATE TRIGGER campaign_rows_inserted AFTER INSERT ON campaign_rows BEGIN
  UPDATE campaigns SET rows_count = rows_count + 1 WHERE campaign_id = new.campaign_id;
END;
--> statement-breakpoint
CREATE TRIGGER campaign_rows_deleted AFTER DELETE ON campaign_rows BEGIN
  UPDATE campaigns SET rows_count = rows_count - 1 WHERE campaign_id = old.campaign_id;
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_updated AFTER UPDATE OF custom_name, action_form_id_override, action_form_instructions_override, action_url_override, metadata_override, field_overrides ON audiences
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience.updated')
  AND (old.custom_name IS NOT new.custom_name OR old.action_form_id_override IS NOT new.action_form_id_override OR old.action_form_instructions_override IS NOT new.action_form_instructions_override OR old.action_url_override IS NOT new.action_url_override OR old.metadata_override IS NOT new.metadata_override OR old.field_overrides IS NOT new.field_overrides) AND new.write_id <> '' BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience.updated', new.audience_id, json_object('pageId', new.page_id),
    (SELECT json_group_array(value) FROM json_each(json_array(iif(old.custom_name IS NOT new.custom_name, 'customName', NULL), iif(old.action_form_id_override IS NOT new.action_form_id_override, 'actionFormIdOverride', NULL), iif(old.action_form_instructions_override IS NOT new.action_form_instructions_override, 'actionFormInstructionsOverride', NULL), iif(old.action_url_override IS NOT new.action_url_override, 'actionUrlOverride', NULL), iif(old.metadata_override IS NOT new.metadata_override, 'metadataOverride', NULL), iif(old.field_overrides IS NOT new.field_overrides, 'fieldOverrides', NULL))) WHERE value IS NOT NULL),
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_updated_words AFTER UPDATE OF supplementary_context ON audience_versions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience.updated')
  AND old.supplementary_context IS NOT new.supplementary_context AND new.transition_id <> '' BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience.updated', new.audience_id, json_object('pageId', (SELECT page_id FROM audiences WHERE audience_id = new.audience_id), 'versionId', new.version_id),
    json_array('supplementaryContext'),
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_archived AFTER UPDATE OF archived_at ON audiences
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience.archived')
  AND old.archived_at IS NULL AND new.archived_at IS NOT NULL AND new.write_id <> '' BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience.archived', new.audience_id, json_object('pageId', new.page_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_restored AFTER UPDATE OF archived_at ON audiences
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience.restored')
  AND old.archived_at IS NOT NULL AND new.archived_at IS NULL AND new.write_id <> '' BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience.restored', new.audience_id, json_object('pageId', new.page_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_version_queued AFTER UPDATE OF status ON audience_versions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience_version.queued')
  AND new.status = 'queued' AND old.status <> new.status AND new.transition_id <> '' BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience_version.queued', new.audience_id, json_object('pageId', (SELECT page_id FROM audiences WHERE audience_id = new.audience_id), 'versionId', new.version_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_version_published AFTER UPDATE OF status ON audience_versions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience_version.published')
  AND new.status = 'published' AND old.status <> new.status AND new.transition_id <> '' BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience_version.published', new.audience_id, json_object('pageId', (SELECT page_id FROM audiences WHERE audience_id = new.audience_id), 'versionId', new.version_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_version_cancelled AFTER UPDATE OF status ON audience_versions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience_version.cancelled')
  AND new.status = 'cancelled' AND old.status <> new.status AND new.transition_id <> '' BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience_version.cancelled', new.audience_id, json_object('pageId', (SELECT page_id FROM audiences WHERE audience_id = new.audience_id), 'versionId', new.version_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_page_link_updated AFTER UPDATE OF tenant_domain_id, path, target_type, page_id, audience_id ON page_links
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'page_link.updated')
  AND (old.tenant_domain_id IS NOT new.tenant_domain_id OR old.path IS NOT new.path OR old.target_type IS NOT new.target_type OR old.page_id IS NOT new.page_id OR old.audience_id IS NOT new.audience_id) AND new.deleted_at IS NULL AND new.write_id <> '' BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'page_link.updated', new.page_link_id, json_object('pageId', new.page_id, 'audienceId', new.audience_id),
    (SELECT json_group_array(value) FROM json_each(json_array(iif(old.tenant_domain_id IS NOT new.tenant_domain_id, 'tenantDomainId', NULL), iif(old.path IS NOT new.path, 'path', NULL), iif(old.target_type IS NOT new.target_type, 'targetType', NULL), iif(old.page_id IS NOT new.page_id, 'pageId', NULL), iif(old.audience_id IS NOT new.audience_id, 'audienceId', NULL))) WHERE value IS NOT NULL),
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_page_link_deleted AFTER UPDATE OF deleted_at ON page_links
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'page_link.deleted')
  AND old.deleted_at IS NULL AND new.deleted_at IS NOT NULL AND new.write_id <> '' BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'page_link.deleted', new.page_link_id, json_object('pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
-- The templates of a campaign name the person in the words of their audience and in the path of their link. No event leads
-- from the person to them: see events.sql.ts. Before the audiences lose the person.
CREATE TRIGGER persons_deleted_campaign_rows BEFORE DELETE ON persons WHEN EXISTS (
  SELECT 1 FROM campaigns WHERE page_id IN (SELECT page_id FROM audiences WHERE person_id = old.person_id)
) BEGIN
  UPDATE page_links
    SET path = '/' || page_link_id, search_path = '', deleted_at = coalesce(deleted_at, unixepoch() * 1000),
      revision = revision + 1, write_id = ''
    WHERE page_link_id IN (SELECT page_link_id FROM campaign_rows WHERE person_id = old.person_id
      AND campaign_id IN (SELECT campaign_id FROM campaigns WHERE page_id IN (
        SELECT page_id FROM audiences WHERE person_id = old.person_id)));
  UPDATE audience_versions
    SET snapshot = NULL, frozen = NULL, supplementary_context = NULL, transition_id = '', sweep_at = NULL,
      status = iif(status IN ('queued', 'processing'), 'cancelled', status),
      cancelled_at = iif(status IN ('queued', 'processing'), unixepoch() * 1000, cancelled_at),
      cancel_reason = iif(status IN ('queued', 'processing'), 'The person was erased.', cancel_reason)
    WHERE audience_id IN (SELECT audience_id FROM campaign_rows WHERE person_id = old.person_id
      AND campaign_id IN (SELECT campaign_id FROM campaigns WHERE page_id IN (
        SELECT page_id FROM audiences WHERE person_id = old.person_id)));
  UPDATE audiences
    SET write_id = '', revision = revision + 1, custom_name = NULL, metadata_override = '{}', field_overrides = '{}',
      action_form_id_override = NULL, action_form_instructions_override = NULL, action_url_override = NULL
    WHERE audience_id IN (SELECT audience_id FROM campaign_rows WHERE person_id = old.person_id
      AND campaign_id IN (SELECT campaign_id FROM campaigns WHERE page_id IN (
        SELECT page_id FROM audiences WHERE person_id = old.person_id)));
  INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
    created_at)
  SELECT 'person', value, old.person_id, value, '', 0, '', 'updated', since
  FROM (SELECT (SELECT coalesce((SELECT erased_at FROM erasures WHERE person_id = old.person_id), unixepoch() * 1000)) - 300000 AS since)
    CROSS JOIN (SELECT write_id FROM campaign_rows WHERE person_id = old.person_id
      AND campaign_id IN (SELECT campaign_id FROM campaigns WHERE page_id IN (
        SELECT page_id FROM audiences WHERE person_id = old.person_id))) AS given CROSS JOIN json_each('["' || replace(trim(given.write_id), ' ', '","') || '"]')
  WHERE value BETWEEN 'entry_' || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 45 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 40 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 35 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 30 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 25 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 20 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 15 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 10 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 5 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 0 & 31) + 1, 1) AND 'entry_~'
  ON CONFLICT DO NOTHING;
  DELETE FROM campaign_rows WHERE person_id = old.person_id
      AND campaign_id IN (SELECT campaign_id FROM campaigns WHERE page_id IN (
        SELECT page_id FROM audiences WHERE person_id = old.person_id));
END;
