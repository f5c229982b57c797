import { audienceSessions, mayNamePerson, personSessionsBy } from '../../analytics/tables/sessions.ts';
import { transitions } from '../../content/audiences/lifecycle.ts';
import { clockTolerance } from '../../lib/durations.ts';
import { noteKeyless, noteWrites } from './keyless-logs.sql.ts';

const cleared = mayNamePerson.map((name) => `${audienceSessions[name].name} = NULL`).join(', ');

const theirSessions = Object.entries(personSessionsBy)
  .map(([column, [first, ...more]]) => {
    const select = 'SELECT analytics_session_id FROM audience_sessions';
    if (more.length === 0) return `${select} WHERE ${column} = old.${first}`;
    const any = [first, ...more].map((one) => `old.${one}`).join(', ');
    return `${select}\n        WHERE ${column} IN (${any})`;
  })
  .join('\n      UNION ');

/** SQL of the time of an erasure. */
const erasedAt =
  '(SELECT coalesce((SELECT erased_at FROM erasures WHERE person_id = old.person_id), unixepoch() * 1000))';

/** The rows of campaigns of a person. The audiences of the person lead to the campaigns that may have one. */
const ofCampaigns = `campaign_rows WHERE person_id = old.person_id
      AND campaign_id IN (SELECT campaign_id FROM campaigns WHERE page_id IN (
        SELECT page_id FROM audiences WHERE person_id = old.person_id))`;
/** Makes the cron clear what visits of the audiences of a person may say of them. `links` is SQL of those that led there. */
const clearVisits = (links: string) => `INSERT INTO erased_audiences
      (audience_id, page_id, clears_until, step, due_at, page_link_ids)
    SELECT audience_id, page_id, unixepoch() * 1000 + ${clockTolerance}, 'sessions', 0,
      (SELECT json_group_array(page_link_id) FROM (${links}))
    FROM audiences WHERE person_id = old.person_id
    ON CONFLICT (audience_id) DO NOTHING;`;
const liveLinks = `SELECT page_link_id FROM page_links
        WHERE page_links.audience_id = audiences.audience_id AND deleted_at IS NULL`;
const linksOfCampaigns = `SELECT page_link_id FROM campaign_rows
        WHERE person_id = old.person_id AND campaign_id IN (
          SELECT campaign_id FROM campaigns WHERE campaigns.page_id = audiences.page_id)`;
const inFlight = `status IN ('${[...transitions.fail.from].join("', '")}')`;

const identities = ['old.person_id', 'old.email', 'old.phone_number', 'old.linkedin_identity'];
const isTheirs = `EXISTS (SELECT 1 FROM json_each(item.value, '$.of')
        WHERE value IN (${identities.join(', ')}))`;
// Each row of json_each would be read.
const mayBeTheirs = identities
  .map((one) => `(${one} IS NOT NULL AND instr(rows, json_quote(${one})))`)
  .join('\n      OR ');

export default `-- Deletes what belongs to an erased person, in the statement that deletes the person. person-search.sql.ts removes
-- the search text, and account-counters.sql adjusts the counts.

CREATE TRIGGER persons_deleted_logs AFTER DELETE ON persons BEGIN
  ${noteKeyless('old.person_id', erasedAt)}
  ${noteWrites(erasedAt)}
  DELETE FROM person_logs WHERE person_id = old.person_id;
  DELETE FROM person_log_counts WHERE person_id = old.person_id;
END;

-- An audience for an erased person is kept, without a person. The cron clears its sessions: nothing finds them here.
CREATE TRIGGER persons_deleted_audiences AFTER DELETE ON persons BEGIN
  ${clearVisits(liveLinks)}
  UPDATE audiences SET person_id = NULL, revision = revision + 1 WHERE person_id = old.person_id;
END;

-- The templates of a campaign name the person in the words of their audience and in the path of their link. No event leads
-- from the person to them: see events.sql.ts. Before the audiences lose the person.
CREATE TRIGGER persons_deleted_campaign_rows BEFORE DELETE ON persons WHEN EXISTS (
  SELECT 1 FROM campaigns WHERE page_id IN (SELECT page_id FROM audiences WHERE person_id = old.person_id)
) BEGIN
  -- Before the links are deleted.
  ${clearVisits(`${liveLinks} UNION ${linksOfCampaigns}`)}
  UPDATE page_links
    SET path = '/' || page_link_id, search_path = '', deleted_at = coalesce(deleted_at, unixepoch() * 1000),
      revision = revision + 1, write_id = ''
    WHERE page_link_id IN (SELECT page_link_id FROM ${ofCampaigns});
  UPDATE audience_versions
    SET snapshot = NULL, frozen = NULL, supplementary_context = NULL, transition_id = '', sweep_at = NULL,
      status = iif(${inFlight}, 'cancelled', status),
      cancelled_at = iif(${inFlight}, unixepoch() * 1000, cancelled_at),
      cancel_reason = iif(${inFlight}, 'The person was erased.', cancel_reason)
    WHERE audience_id IN (SELECT audience_id FROM ${ofCampaigns});
  UPDATE audiences
    SET write_id = '', revision = revision + 1, custom_name = NULL, metadata_override = '{}', field_overrides = '{}',
      action_form_id_override = NULL, action_form_instructions_override = NULL, action_url_override = NULL
    WHERE audience_id IN (SELECT audience_id FROM ${ofCampaigns});
  UPDATE campaigns
    SET job = json_set(job, '$.problems', (SELECT json_group_array(json(value)) FROM json_each(job, '$.problems')
      WHERE value ->> 'personId' IS NOT old.person_id))
    WHERE campaign_id IN (SELECT campaign_id FROM ${ofCampaigns})
      AND instr(job ->> '$.problems', old.person_id) > 0;
  ${noteWrites(erasedAt, { writeIds: 'given.write_id', rows: `CROSS JOIN (SELECT write_id FROM ${ofCampaigns}) AS given ` })}
  DELETE FROM ${ofCampaigns};
END;

-- Rows of campaigns that wait to be written. Others keep their places.
CREATE TRIGGER persons_deleted_waiting_rows AFTER DELETE ON persons WHEN EXISTS (SELECT 1 FROM campaign_waiting_rows) BEGIN
  UPDATE campaign_waiting_rows
    SET rows = (SELECT json_group_array(json(iif(${isTheirs}, 'null', item.value)))
      FROM json_each(campaign_waiting_rows.rows) AS item)
    WHERE ${mayBeTheirs};
END;

-- A visit that was given up, with a form of the person, of their own audience, or of a session that is linked to them. One that
-- was sent again has no message any more. Before the others, which take away what it is found by.
CREATE TRIGGER persons_deleted_given_up BEFORE DELETE ON persons WHEN EXISTS (SELECT 1 FROM given_up WHERE sent_at IS NULL AND kind = 'visit') BEGIN
  DELETE FROM given_up WHERE sent_at IS NULL AND kind = 'visit' AND (
    EXISTS (SELECT 1 FROM json_each(given_up.identifiers)
      WHERE value IN (old.email, old.phone_number, old.linkedin_identity))
    OR EXISTS (SELECT 1 FROM audiences WHERE audience_id = given_up.audience_id AND person_id = old.person_id)
    OR EXISTS (SELECT 1 FROM audience_sessions
      WHERE analytics_session_id = given_up.session_id AND person_id = old.person_id));
END;

-- A session keeps its numbers. It loses the form that the person submitted, even if it is linked to another person.
-- It also loses the page, campaign and referrer fields, which may name the person.
CREATE TRIGGER persons_deleted_sessions AFTER DELETE ON persons BEGIN
  UPDATE audience_sessions
    SET person_id = nullif(person_id, old.person_id), account_id = iif(person_id = old.person_id, NULL, account_id),
      form_submission_email = NULL, form_submission_phone = NULL, form_submission_identifier = NULL,
      form_submission_identifier_type = NULL, ${cleared}
    WHERE analytics_session_id IN (
      ${theirSessions}
    );
END;
`;
