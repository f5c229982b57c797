import { hourMs } from '../../../lib/durations.ts';
import { fieldsOf } from '../../../lib/field-words.ts';
import type { EventType } from '../../../vocabulary/events.ts';
import { audienceAt, pageAt, recordAt } from './addresses.ts';
import { alertSentence } from './alerts.ts';
import type { Kind, Known, Said, SentenceSource, StoredEvent, Wanted } from './sentence.ts';
import { visitSentences } from './visits.ts';
import { accountOf, apiKeyOf, audienceOf, pageLinkOf, pageOf, personOf, who } from './words.ts';

/** A sentence of who did it, and to what. */
type Says = (who: string, it: string, event: StoredEvent) => string;

const created: Says = (who, it) => `${who} created ${it}.`;
const changed: Says = (who, it, { changes }) => `${who} changed ${fieldsOf(changes ?? [])} of ${it}.`;
const logged: Says = (who, it) => `${who} sent a log of ${it}.`;
const deleted: Says = (who, it) => `${who} deleted ${it}.`;
const revoked: Says = (who, it) => `${who} revoked ${it}.`;

/** The source of sentences about the subject of an event, of a kind. */
const about =
  <K extends Kind>(
    kind: K,
    itOf: (known: Known[K]) => string,
    addressOf: (subject: string, event: StoredEvent) => string | undefined,
  ) =>
  (says: Says): SentenceSource => ({
    wants: ({ subject }) => ({ [kind]: subject }) as Wanted,
    says: (event, known): Said => ({
      text: says(who(event), itOf(known[kind]), event),
      // What is gone has no address.
      at: event.subject !== null && known[kind] ? addressOf(event.subject, event) : undefined,
    }),
  });

const ofPerson = about('person', personOf, (id) => recordAt('persons', id));
const ofAccount = about('account', accountOf, (id) => recordAt('accounts', id));
const ofPage = about('page', pageOf, pageAt);
const addressOfAudience = (id: string, { related: { pageId } }: StoredEvent) =>
  pageId ? audienceAt(pageId, id) : undefined;
const ofAudience = about('audience', audienceOf, addressOfAudience);
const ofLink = about('pageLink', pageLinkOf, (id) => recordAt('links', id));
const ofDeletedLink = about('pageLink', pageLinkOf, () => undefined);
const ofKey = about('apiKey', apiKeyOf, (id) => recordAt('settings', id));

/** The source of sentences about a version of an audience. */
const ofVersion = (says: Says): SentenceSource => ({
  wants: ({ subject, related: { versionId } }) => ({ audience: subject, version: versionId }),
  says: (event, { audience, version }) => {
    const it = version ? `version ${version.versionNumber}` : 'a version';
    return {
      text: says(who(event), `${it} of ${audienceOf(audience)}`, event),
      at: event.subject !== null && audience ? addressOfAudience(event.subject, event) : undefined,
    };
  },
});

/** The source of sentences about what is gone: nothing is known of it. */
const ofGone = (what: string): SentenceSource => ({
  wants: () => ({}),
  says: (event) => ({ text: `${who(event)} erased ${what}.` }),
});

/** How events of each type become sentences. */
const sources: Record<EventType, SentenceSource> = {
  ...visitSentences,
  'alert.fired': alertSentence,
  'person.created': ofPerson(created),
  'person.updated': ofPerson(changed),
  'person.erased': ofGone('a person'),
  'person_log.created': ofPerson(logged),
  'account.created': ofAccount(created),
  'account.updated': ofAccount(changed),
  'account.erased': ofGone('an account with its last person'),
  'account_log.created': ofAccount(logged),
  'page.created': ofPage(created),
  'page.updated': ofPage(changed),
  'audience.created': ofAudience(created),
  'audience.updated': ofAudience(changed),
  'audience.archived': ofAudience((who, it) => `${who} archived ${it}.`),
  'audience.restored': ofAudience((who, it) => `${who} restored ${it}.`),
  'audience_version.created': ofVersion((who, it) => `${who} began ${it}.`),
  'audience_version.queued': ofVersion((who, it) => `${who} asked for ${it} to be published.`),
  'audience_version.published': ofVersion((who, it) => `${who} published ${it}.`),
  'audience_version.cancelled': ofVersion((who, it) => `${who} cancelled ${it}.`),
  'page_link.created': ofLink(created),
  'page_link.updated': ofLink(changed),
  'page_link.deleted': ofDeletedLink(deleted),
  'api_key.created': ofKey(created),
  // Nothing else of a key changes.
  'api_key.updated': ofKey((who, it) => `${who} changed when ${it} ends.`),
  'api_key.revoked': ofKey(revoked),
};

/** The records that the sentence of an event names. */
export const wantsOf = (event: StoredEvent): Wanted => sources[event.type].wants(event);

/** When it happened, in milliseconds since 1970. An imported visit happened before its event. */
const happenedAt = ({ createdAt }: StoredEvent, { visit }: Known) =>
  visit && visit.computationStatus !== 'pending' ? visit.sessionStartedAt : createdAt;

const minutes = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  timeZone: 'UTC',
});

/**
 * The sentence of an event, from what is known at the time `now`, in milliseconds since 1970. What happened more than an
 * hour ago has its time before it.
 */
export function sentenceOf(event: StoredEvent, known: Known, now: number): Said {
  const said = sources[event.type].says(event, known, now);
  const at = happenedAt(event, known);
  return now - at > hourMs ? { ...said, text: `${minutes.format(at)} UTC: ${said.text}` } : said;
}
