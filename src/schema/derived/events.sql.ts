import { named, unnamed } from '../../db/named-event.ts';
import { dayMs } from '../../lib/durations.ts';
import type { EventType } from '../../vocabulary/events.ts';
import { isChanged, isHeard, tell, trigger, updates } from './event-trigger.ts';

/**
 * What an erased person or account leaves: events with the id alone, and visits, forms and fired alerts without it.
 */
const forget = (
  visited: EventType,
  id: string,
) => `DELETE FROM visit_days WHERE type = '${visited}' AND subject = ${id};
  UPDATE events SET subject = NULL, related = '{}' WHERE subject = ${id} AND type = '${visited}';
  UPDATE events SET related = '{}' WHERE subject = ${id} AND related <> '{}';
  UPDATE events SET related = ${unnamed} WHERE (${named}) = ${id};`;

const person = { type: 'person.created', subject: 'new.person_id' } as const;
const ofPersons = [
  trigger({ ...person, on: 'AFTER INSERT ON persons' }),
  updates({
    ...person,
    type: 'person.updated',
    table: 'persons',
    fields: {
      name: 'name',
      email: 'email',
      domain: 'domain',
      phoneNumber: 'phone_number',
      linkedinProfileUrl: 'linkedin_profile_url',
    },
  }),
  trigger({
    type: 'person_log.created',
    on: 'AFTER INSERT ON person_logs',
    subject: 'new.person_id',
    related: { personLogId: 'new.person_log_id' },
  }),
  `-- No event leads from the id of an erased person to a visit or a log.
CREATE TRIGGER event_person_erased AFTER DELETE ON persons BEGIN
  ${forget('person.visited', 'old.person_id')}
${tell({ type: 'person.erased', subject: 'old.person_id' }, isHeard('person.erased'))}
END;`,
];

const account = { subject: 'new.account_id' } as const;
const ofAccounts = [
  trigger({ ...account, type: 'account.created', on: 'AFTER INSERT ON accounts' }),
  updates({ ...account, type: 'account.updated', table: 'accounts', fields: { name: 'name' } }),
  `CREATE TRIGGER event_account_erased AFTER DELETE ON accounts BEGIN
  ${forget('account.visited', 'old.account_id')}
${tell({ type: 'account.erased', subject: 'old.account_id' }, isHeard('account.erased'))}
END;`,
  trigger({
    ...account,
    type: 'account_log.created',
    on: 'AFTER INSERT ON account_logs',
    related: { accountLogId: 'new.account_log_id' },
  }),
];

const page = { subject: 'new.page_id' } as const;
const ofPages = [
  trigger({ ...page, type: 'page.created', on: 'AFTER INSERT ON pages' }),
  updates({
    ...page,
    type: 'page.updated',
    table: 'pages',
    fields: { title: 'title', url: 'url', metadata: 'metadata' },
  }),
];

const audience = { subject: 'new.audience_id', related: { pageId: 'new.page_id' } } as const;
const archives = { ...audience, on: 'AFTER UPDATE OF archived_at ON audiences' } as const;
const version = {
  subject: 'new.audience_id',
  related: {
    pageId: '(SELECT page_id FROM audiences WHERE audience_id = new.audience_id)',
    versionId: 'new.version_id',
  },
} as const;
const moves = (status: string) =>
  ({
    ...version,
    on: 'AFTER UPDATE OF status ON audience_versions',
    when: `new.status = '${status}' AND old.status <> new.status`,
  }) as const;
const ofAudiences = [
  trigger({ ...audience, type: 'audience.created', on: 'AFTER INSERT ON audiences' }),
  updates({
    ...audience,
    type: 'audience.updated',
    table: 'audiences',
    // Only an erasure changes the person. Told, it would lead from the person to their page.
    fields: {
      customName: 'custom_name',
      actionFormIdOverride: 'action_form_id_override',
      actionFormInstructionsOverride: 'action_form_instructions_override',
      actionUrlOverride: 'action_url_override',
      metadataOverride: 'metadata_override',
    },
  }),
  `-- The words of an audience are in its draft.
${trigger({
  ...version,
  type: 'audience.updated',
  suffix: '_words',
  on: 'AFTER UPDATE OF supplementary_context ON audience_versions',
  when: isChanged('supplementary_context'),
  changes: "json_array('supplementaryContext')",
})}`,
  trigger({
    ...archives,
    type: 'audience.archived',
    when: 'old.archived_at IS NULL AND new.archived_at IS NOT NULL',
  }),
  trigger({
    ...archives,
    type: 'audience.restored',
    when: 'old.archived_at IS NOT NULL AND new.archived_at IS NULL',
  }),
  trigger({ ...version, type: 'audience_version.created', on: 'AFTER INSERT ON audience_versions' }),
  trigger({ ...moves('queued'), type: 'audience_version.queued' }),
  trigger({ ...moves('published'), type: 'audience_version.published' }),
  trigger({ ...moves('cancelled'), type: 'audience_version.cancelled' }),
];

const pageLink = {
  subject: 'new.page_link_id',
  related: { pageId: 'new.page_id', audienceId: 'new.audience_id' },
} as const;
const ofPageLinks = [
  trigger({ ...pageLink, type: 'page_link.created', on: 'AFTER INSERT ON page_links' }),
  updates({
    ...pageLink,
    type: 'page_link.updated',
    table: 'page_links',
    fields: {
      tenantDomainId: 'tenant_domain_id',
      path: 'path',
      targetType: 'target_type',
      pageId: 'page_id',
      audienceId: 'audience_id',
    },
    when: 'new.deleted_at IS NULL',
  }),
  trigger({
    ...pageLink,
    type: 'page_link.deleted',
    on: 'AFTER UPDATE OF deleted_at ON page_links',
    when: 'old.deleted_at IS NULL AND new.deleted_at IS NOT NULL',
  }),
];

const apiKey = { subject: 'new.api_key_id' } as const;
const ofKeys = [
  trigger({ ...apiKey, type: 'api_key.created', on: 'AFTER INSERT ON api_keys' }),
  updates({ ...apiKey, type: 'api_key.updated', table: 'api_keys', fields: { expiresAt: 'expires_at' } }),
  trigger({
    ...apiKey,
    type: 'api_key.revoked',
    on: 'AFTER UPDATE OF revoked_at ON api_keys',
    when: 'old.revoked_at IS NULL AND new.revoked_at IS NOT NULL',
  }),
];

const days = (suffix: string, on: string, isForgotten = '') =>
  `CREATE TRIGGER visit_days_${suffix} AFTER ${on} ON events
WHEN old.type IN ('account.visited', 'person.visited') AND old.subject IS NOT NULL${isForgotten} BEGIN
  DELETE FROM visit_days
    WHERE type = old.type AND subject = old.subject AND day <= old.created_at / ${dayMs};
END;`;
const ofDays = [
  days('removed', 'DELETE'),
  days('forgotten', 'UPDATE OF subject', ' AND new.subject IS NULL'),
].join('\n\n');

export default `-- What happened, as events, in the transaction that does it. So imports and commands tell too, a transaction that
-- fails tells nothing, and one that is tried again tells once. Nothing is written of a type that nobody listens to. Those
-- of visits are in session-events.sql.ts.

${[...ofPersons, ...ofAccounts, ...ofPages, ...ofAudiences, ...ofPageLinks, ...ofKeys].join('\n\n')}

-- SQLite counts on from the newest event, and begins at 1 again in an empty table. So the newest is never deleted,
-- whoever asks.
CREATE TRIGGER events_newest_kept BEFORE DELETE ON events WHEN old.sequence = (SELECT max(sequence) FROM events) BEGIN
  SELECT RAISE(IGNORE);
END;

CREATE TRIGGER event_authors_removed AFTER DELETE ON events BEGIN
  DELETE FROM event_authors WHERE until = old.sequence;
END;

-- The last day of a visit that was told is kept no longer than the event that told it.
${ofDays}

-- The feed listens to the types of its settings.
CREATE TRIGGER event_settings_updated AFTER UPDATE OF types ON event_settings BEGIN
  DELETE FROM event_listeners WHERE listener = 'feed' AND type NOT IN (SELECT value FROM json_each(new.types));
  INSERT INTO event_listeners (type, listener) SELECT value, 'feed' FROM json_each(new.types) WHERE true
    ON CONFLICT DO NOTHING;
END;

-- Who writes is noted while somebody listens, and whether a webhook does.
CREATE TRIGGER event_listeners_inserted AFTER INSERT ON event_listeners BEGIN
  INSERT INTO event_actor (id) VALUES (1) ON CONFLICT DO NOTHING;
  UPDATE event_actor SET has_webhooks = 1 WHERE has_webhooks = 0 AND new.listener <> 'feed';
END;

CREATE TRIGGER event_listeners_deleted AFTER DELETE ON event_listeners BEGIN
  UPDATE event_actor SET has_webhooks = 0
    WHERE has_webhooks = 1 AND NOT EXISTS (SELECT 1 FROM event_listeners WHERE listener <> 'feed');
  DELETE FROM event_actor WHERE NOT EXISTS (SELECT 1 FROM event_listeners);
END;
`;
