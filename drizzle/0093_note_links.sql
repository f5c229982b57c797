DROP TRIGGER IF EXISTS persons_deleted_audiences;
--> statement-breakpoint
DROP TRIGGER IF EXISTS persons_deleted_campaign_rows;
--> statement-breakpoint
DROP TRIGGER IF EXISTS campaign_row_writes_inserted;
--> statement-breakpoint
ALTER TABLE `erased_audiences` ADD `page_link_ids` text DEFAULT '[]' NOT NULL;
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
        CASE
          WHEN own.words_hash IS NOT new.write ->> 'wordsHash' THEN false
          WHEN instr(own.write_id, substr(audience.write_id, 1, instr(audience.write_id || ' ', ' ') - 1)) THEN true
          ELSE NOT EXISTS (SELECT 1 FROM "audience_versions" as shown
            WHERE shown.version_id = own.version_id AND shown.status = 'cancelled' AND shown.cancel_reason IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM "audience_versions" as later
                WHERE later.audience_id = shown.audience_id AND later.version_number = shown.version_number + 1))
        END AS is_same_words,
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
-- An audience for an erased person is kept, without a person. The cron clears its sessions: nothing finds them here.
CREATE TRIGGER persons_deleted_audiences AFTER DELETE ON persons BEGIN
  INSERT INTO erased_audiences
      (audience_id, page_id, clears_until, step, due_at, page_link_ids)
    SELECT audience_id, page_id, unixepoch() * 1000 + 300000, 'sessions', 0,
      (SELECT json_group_array(page_link_id) FROM (SELECT page_link_id FROM page_links
        WHERE page_links.audience_id = audiences.audience_id AND deleted_at IS NULL))
    FROM audiences WHERE person_id = old.person_id
    ON CONFLICT (audience_id) DO NOTHING;
  UPDATE audiences SET person_id = NULL, revision = revision + 1 WHERE person_id = old.person_id;
END;
--> statement-breakpoint
-- The templates of a campaign name the person in the words of their audience and in the path of their link. No event leads
-- from the person to them: see events.sql.ts. Before the audiences lose the person.
CREATE TRIGGER persons_deleted_campaign_rows BEFORE DELETE ON persons WHEN EXISTS (
  SELECT 1 FROM campaigns WHERE page_id IN (SELECT page_id FROM audiences WHERE person_id = old.person_id)
) BEGIN
  -- Before the links are deleted.
  INSERT INTO erased_audiences
      (audience_id, page_id, clears_until, step, due_at, page_link_ids)
    SELECT audience_id, page_id, unixepoch() * 1000 + 300000, 'sessions', 0,
      (SELECT json_group_array(page_link_id) FROM (SELECT page_link_id FROM page_links
        WHERE page_links.audience_id = audiences.audience_id AND deleted_at IS NULL UNION SELECT page_link_id FROM campaign_rows
        WHERE person_id = old.person_id AND campaign_id IN (
          SELECT campaign_id FROM campaigns WHERE campaigns.page_id = audiences.page_id)))
    FROM audiences WHERE person_id = old.person_id
    ON CONFLICT (audience_id) DO NOTHING;
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
  UPDATE campaigns
    SET job = json_set(job, '$.problems', (SELECT json_group_array(json(value)) FROM json_each(job, '$.problems')
      WHERE value ->> 'personId' IS NOT old.person_id))
    WHERE campaign_id IN (SELECT campaign_id FROM campaign_rows WHERE person_id = old.person_id
      AND campaign_id IN (SELECT campaign_id FROM campaigns WHERE page_id IN (
        SELECT page_id FROM audiences WHERE person_id = old.person_id)))
      AND instr(job ->> '$.problems', old.person_id) > 0;
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
