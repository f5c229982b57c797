DROP TRIGGER IF EXISTS campaign_row_writes_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS matched_campaign_row_writes_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS campaign_rows_inserted;
--> statement-breakpoint
DROP VIEW IF EXISTS campaign_row_writes;
--> statement-breakpoint
DROP VIEW IF EXISTS matched_campaign_row_writes;
--> statement-breakpoint
ALTER TABLE `campaigns` ADD `calls` text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- To write a row of a campaign, insert into this view. `write` is a JSON object (src/visits/campaigns/store/row-fields.ts).
-- The row becomes a person, their audience of the page, a version on its way to visitors, a link, and a row, all or nothing. A
-- row that says what it said before, one that is refused, and one that is sent again after its answer was lost change nothing.
-- `tried` is 'noted' if the campaign has noted the call, 'again' if it is sent again and nobody knows whether it was carried
-- out (src/visits/tables/campaign-calls.ts).
CREATE VIEW campaign_row_writes (write, tried) AS SELECT NULL, NULL WHERE false;
--> statement-breakpoint
-- A row with what it meets. `path_name` is the field with the path of a new link, or null if it keeps `page_link_id`.
CREATE VIEW matched_campaign_row_writes
  (write, person_id, audience_id, page_link_id, path_name, version_id, is_same_words, row_revision) AS
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE false;
--> statement-breakpoint
CREATE TRIGGER campaign_row_writes_inserted INSTEAD OF INSERT ON campaign_row_writes BEGIN
  INSERT INTO matched_campaign_row_writes
  SELECT new.write, person_id, audience_id, page_link_id, path_name, version_id, is_same_words, row_revision
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
    AND NOT instr(coalesce(write_id, ''), new.write ->> 'writeId')
    AND CASE new.tried WHEN 'noted' THEN false WHEN 'again' THEN NOT iif(row_revision IS NULL,
      coalesce((SELECT max(erased_at) FROM erased_identifiers), 0) > new.write ->> 'lateTime',
      write_id > new.write ->> 'lateId' AND substr(write_id, 1, 30) IS NOT new.write ->> 'call') ELSE true END;
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

  -- A new row notes the call with the number of rows. Without a call, or a row, no campaign is looked at.
  UPDATE campaigns SET calls = iif(instr(calls, substr(new.write ->> 'writeId', 1, 30)), calls,
    substr(substr(new.write ->> 'writeId', 1, 30) || ' ' || calls, 1, 1984))
  WHERE campaign_id = iif(changes() > 0 AND new.row_revision AND new.write ->> 'call' IS NOT NULL, new.write ->> 'campaignId', NULL)
    AND NOT instr(calls, new.write ->> 'call');
END;
--> statement-breakpoint
CREATE TRIGGER campaign_rows_inserted AFTER INSERT ON campaign_rows BEGIN
  UPDATE campaigns SET rows_count = rows_count + 1, calls = iif(instr(calls, substr(new.write_id, 1, 30)), calls,
    substr(substr(new.write_id, 1, 30) || ' ' || calls, 1, 1984))
  WHERE campaign_id = new.campaign_id;
END;
