import { sql } from 'drizzle-orm';
import { frozenContent } from '../../content/tables/frozen.ts';
import { firstResendAfter } from '../../content/versions/messages.ts';
import { writeIdsLength } from '../../db/conditional-write.ts';
import { once } from '../../db/statement.ts';
import { isOvertaken, withCall } from '../../visits/tables/campaign-calls.ts';
import { matchedRow } from '../../visits/tables/campaign-matches.ts';

const field = (name: string) => `new.write ->> '${name}'`;

/** SQL of a text that an audience has after the write: JSON null clears it, and what is not there stays. */
const said = (name: string, before: string) =>
  `iif(json_type(new.write, '$.others.${name}') IS NULL, ${before}, new.write ->> '$.others.${name}')`;

/** The columns of an audience with its words, behind a write. */
const words = {
  metadata_override: `json_patch(metadata_override, new.write -> 'metadata')`,
  field_overrides: `json_patch(field_overrides, new.write -> 'fields')`,
  action_form_id_override: said('actionFormIdOverride', 'action_form_id_override'),
  action_form_instructions_override: said(
    'actionFormInstructionsOverride',
    'action_form_instructions_override',
  ),
  action_url_override: said('actionUrlOverride', 'action_url_override'),
};

/** The audience that a row has now. */
const audienceId = `coalesce(new.audience_id, ${field('newAudienceId')})`;
const hasAudience = `EXISTS (SELECT 1 FROM audiences WHERE audience_id = ${audienceId} AND person_id = new.person_id)`;
const latest = `SELECT version_number FROM audience_versions WHERE audience_id = ${audienceId}
    ORDER BY version_number DESC LIMIT 1`;

const context = said('supplementaryContext', 'audience_versions.supplementary_context');
/** What a version that is queued has, by its columns. */
const queued = {
  status: `'queued'`,
  supplementary_context: context,
  queued_at: field('now'),
  requested_by: field('author'),
  transition_id: field('writeId'),
  // As src/content/versions/store/request-publish.ts does.
  publish_order: `(SELECT revision FROM audiences WHERE audience_id = ${audienceId})`,
  sweep_at: `${field('now')} + ${firstResendAfter}`,
  frozen: once(frozenContent(sql.raw(`audiences.audience_id = ${audienceId}`), sql.raw(context))).text,
};
const set = (columns: Record<string, string>) =>
  Object.entries(columns)
    .map(([name, value]) => `${name} = ${value}`)
    .join(',\n    ');
const names = (columns: object) => Object.keys(columns).join(', ');
const values = (columns: Record<string, string>) => Object.values(columns).join(',\n    ');

export default `-- To write a row of a campaign, insert into this view. \`write\` is a JSON object (src/visits/campaigns/store/row-fields.ts).
-- The row becomes a person, their audience of the page, a version on its way to visitors, a link, and a row, all or nothing. A
-- row that says what it said before, one that is refused, and one that is sent again after its answer was lost change nothing.
-- \`tried\` is 'noted' if the campaign has noted the call, 'again' if it is sent again and nobody knows whether it was carried
-- out (src/visits/tables/campaign-calls.ts).
CREATE VIEW campaign_row_writes (write, tried) AS SELECT NULL, NULL WHERE false;

-- A row with what it meets. \`path_name\` is the field with the path of a new link, or null if it keeps \`page_link_id\`.
CREATE VIEW matched_campaign_row_writes
  (write, person_id, audience_id, page_link_id, path_name, version_id, is_same_words, row_revision) AS
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE false;

CREATE TRIGGER campaign_row_writes_inserted INSTEAD OF INSERT ON campaign_row_writes BEGIN
  INSERT INTO matched_campaign_row_writes
  SELECT new.write, person_id, audience_id, page_link_id, path_name, version_id, is_same_words, row_revision
  FROM (${matchedRow('new.write')})
  WHERE refusal IS NULL AND NOT (is_same_words AND is_same_sent)
    AND NOT instr(coalesce(write_id, ''), ${field('writeId')})
    AND CASE new.tried WHEN 'noted' THEN false WHEN 'again' THEN NOT ${isOvertaken('new.write')} ELSE true END;
END;

CREATE TRIGGER matched_campaign_row_writes_inserted INSTEAD OF INSERT ON matched_campaign_row_writes BEGIN
  INSERT INTO person_writes (write) SELECT new.write WHERE ${field('personId')} IS NULL;

  INSERT INTO audiences (page_id, audience_id, audience_number, person_id, ${names(words)}, revision, write_id, created_at)
  SELECT page_id, ${field('newAudienceId')}, audiences_count + 1, new.person_id,
    ${values(words)}, 1, ${field('writeId')}, ${field('now')}
  FROM pages CROSS JOIN (SELECT '{}' AS metadata_override, '{}' AS field_overrides, NULL AS action_form_id_override,
    NULL AS action_form_instructions_override, NULL AS action_url_override)
  WHERE new.audience_id IS NULL AND page_id = ${field('pageId')}
    AND EXISTS (SELECT 1 FROM persons WHERE person_id = new.person_id);

  UPDATE audiences SET
    ${set(words)},
    revision = revision + 1, write_id = substr(${field('writeId')} || ' ' || write_id, 1, ${writeIdsLength})
  WHERE audience_id = new.audience_id AND NOT new.is_same_words;

  UPDATE audience_versions SET
    ${set(queued)},
    publish_at = NULL, processing_at = NULL, cancelled_at = NULL, cancel_reason = NULL, failure = NULL
  WHERE audience_id = new.audience_id AND version_number = (${latest})
    AND status = 'draft' AND frozen IS NULL AND NOT new.is_same_words;

  INSERT INTO audience_versions (audience_id, version_number, version_id, is_new_page_agent, created_at, became_draft_at,
    ${names(queued)})
  SELECT ${audienceId}, coalesce(audience_versions.version_number, 0) + 1, ${field('newVersionId')},
    NOT EXISTS (SELECT 1 FROM audience_versions WHERE audience_id = ${audienceId} AND status = 'published'),
    ${field('now')}, ${field('now')},
    ${values(queued)}
  FROM (SELECT 1) LEFT JOIN audience_versions
    ON audience_versions.audience_id = ${audienceId} AND audience_versions.version_number = (${latest})
  WHERE NOT new.is_same_words AND ${hasAudience}
    AND audience_versions.transition_id IS NOT ${field('writeId')};

  INSERT INTO page_links (page_link_id, tenant_domain_id, path, search_path, target_type, page_id, audience_id, revision,
    write_id, created_at, updated_at)
  SELECT ${field('newLinkId')}, ${field('tenantDomainId')}, new.write ->> new.path_name, new.write ->> (new.path_name || 'Search'),
    'audience', ${field('pageId')}, ${audienceId}, 1, ${field('writeId')}, ${field('now')}, ${field('now')}
  WHERE new.path_name IS NOT NULL AND ${hasAudience};

  INSERT INTO campaign_rows (campaign_id, person_id, audience_id, page_link_id, sent, words_hash, version_id, revision,
    write_id, created_at, updated_at)
  SELECT ${field('campaignId')}, new.person_id, ${audienceId}, coalesce(new.page_link_id, ${field('newLinkId')}),
    ${field('sent')}, ${field('wordsHash')},
    iif(new.is_same_words, new.version_id,
      (SELECT version_id FROM audience_versions WHERE audience_id = ${audienceId} AND version_number = (${latest}))),
    1, ${field('writeId')}, ${field('now')}, ${field('now')}
  WHERE ${hasAudience}
  ON CONFLICT (campaign_id, person_id) DO UPDATE SET sent = excluded.sent, words_hash = excluded.words_hash,
    version_id = excluded.version_id, revision = revision + 1,
    write_id = substr(excluded.write_id || ' ' || write_id, 1, ${writeIdsLength}), updated_at = excluded.updated_at;

  -- A new row notes the call with the number of rows. Without a call, or a row, no campaign is looked at.
  UPDATE campaigns SET calls = ${withCall(field('writeId'))}
  WHERE campaign_id = iif(changes() > 0 AND new.row_revision AND ${field('call')} IS NOT NULL, ${field('campaignId')}, NULL)
    AND NOT instr(calls, ${field('call')});
END;

CREATE TRIGGER campaign_rows_inserted AFTER INSERT ON campaign_rows BEGIN
  UPDATE campaigns SET rows_count = rows_count + 1, calls = ${withCall('new.write_id')}
  WHERE campaign_id = new.campaign_id;
END;

CREATE TRIGGER campaign_rows_deleted AFTER DELETE ON campaign_rows BEGIN
  UPDATE campaigns SET rows_count = rows_count - 1 WHERE campaign_id = old.campaign_id;
END;
`;
