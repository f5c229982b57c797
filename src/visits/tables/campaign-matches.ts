import { mostSaid } from '../../content/pages/fields.ts';
import { foundPerson } from '../../people/tables/found-person.ts';
import { mostRows } from '../campaigns/limits.ts';

/** SQL of the id of the last write of an audience. */
const lastWrite = "substr(audience.write_id, 1, instr(audience.write_id || ' ', ' ') - 1)";

/**
 * The condition that the version of a row was cancelled by the service, as an archive does, and that none came after it. It
 * is looked up only if others have written the audience since: to archive it is such a write.
 */
const isCancelled = `EXISTS (SELECT 1 FROM "audience_versions" as shown
            WHERE shown.version_id = own.version_id AND shown.status = 'cancelled' AND shown.cancel_reason IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM "audience_versions" as later
                WHERE later.audience_id = shown.audience_id AND later.version_number = shown.version_number + 1))`;

/**
 * SQL that selects what a row of a campaign meets: its person, their audience of the page and their row, as far as there are
 * such, the link that it keeps, or else which of its paths a new one gets, and why it is refused. `write` is SQL of the JSON of
 * the row (src/visits/campaigns/store/row-fields.ts). A trigger writes by it, and the answer says by it what became of the row.
 */
export function matchedRow(write: string): string {
  const field = (name: string) => `${write} ->> '${name}'`;
  const isLive = 'deleted_at IS NULL';
  const holderOf = (path: string) => `iif(${field('tenantDomainId')} IS NULL,
      (SELECT page_link_id FROM page_links WHERE tenant_domain_id IS NULL AND path = ${field(path)} AND ${isLive}),
      (SELECT page_link_id FROM page_links
        WHERE tenant_domain_id = ${field('tenantDomainId')} AND path = ${field(path)} AND ${isLive}))`;
  return `SELECT seq, person_id, audience_id, row_revision, version_id, write_id, is_same_words, is_same_sent,
    coalesce(row_link, iif(is_own, holder, NULL)) AS page_link_id, holder,
    CASE
      WHEN row_link IS NOT NULL OR is_own THEN NULL
      WHEN holder IS NULL THEN 'path'
      WHEN ${holderOf('shortPath')} IS NULL THEN 'shortPath'
      ELSE 'longPath'
    END AS path_name,
    CASE
      WHEN ${field('personId')} IS NOT NULL AND seq IS NULL THEN 'person_not_found'
      WHEN is_same_words AND is_same_sent THEN NULL
      WHEN archived_at IS NOT NULL THEN 'audience_archived'
      WHEN row_revision IS NULL
        AND (SELECT rows_count FROM campaigns WHERE campaign_id = ${field('campaignId')}) >= ${mostRows} THEN 'campaign_full'
      WHEN said > ${mostSaid} THEN 'fields_mismatch'
      WHEN row_link IS NULL AND holder IS NOT NULL AND NOT is_own AND (NOT is_of_campaign OR ${field('onPathTaken')} = 'refuse')
        THEN 'path_taken'
    END AS refusal
  FROM (
    SELECT found.*, holder.page_link_id AS holder,
      coalesce(holder.target_type = 'audience' AND holder.audience_id = found.audience_id, false) AS is_own,
      EXISTS (
        SELECT 1 FROM "audiences" as other JOIN "campaign_rows" as their ON their.person_id = other.person_id
        WHERE other.audience_id = holder.audience_id AND their.campaign_id = ${field('campaignId')}
          AND their.page_link_id = holder.page_link_id
      ) AS is_of_campaign
    FROM (
      SELECT person.seq, coalesce(person.person_id, ${field('newPersonId')}) AS person_id,
        audience.audience_id, audience.archived_at,
        length(json_patch(coalesce(audience.field_overrides, '{}'), ${write} -> 'fields')) AS said,
        own.revision AS row_revision, own.page_link_id AS row_link, own.version_id, own.write_id,
        CASE
          WHEN own.words_hash IS NOT ${field('wordsHash')} THEN false
          WHEN instr(own.write_id, ${lastWrite}) THEN true
          ELSE NOT ${isCancelled}
        END AS is_same_words,
        coalesce(own.sent = ${field('sent')}, false) AS is_same_sent
      FROM (SELECT 1)
        LEFT JOIN "persons" as person ON person.seq = iif(${field('personId')} IS NULL,
          ${foundPerson('          ', write)},
          (SELECT seq FROM persons WHERE person_id = ${field('personId')}))
        LEFT JOIN "audiences" as audience
          ON audience.person_id = person.person_id AND audience.page_id = ${field('pageId')}
        LEFT JOIN "campaign_rows" as own
          ON own.campaign_id = ${field('campaignId')} AND own.person_id = person.person_id
    ) AS found LEFT JOIN "page_links" as holder ON holder.page_link_id = ${holderOf('path')}
  )`;
}
