import type { Event } from '@footfall/client';

/** A type of event, such as `person.created`. */
export type EventType = Event['type'];

/** What an event tells about: the record whose id is its subject, or a visit. */
export type Kind = 'person' | 'account' | 'page' | 'audience' | 'page_link' | 'api_key' | 'alert' | 'visit';

/** What a record is called. */
export const nouns: Record<Exclude<Kind, 'visit'>, string> = {
  person: 'person',
  account: 'account',
  page: 'page',
  audience: 'audience',
  page_link: 'link',
  api_key: 'key',
  alert: 'alert',
};

interface TypeWords {
  of: Kind;
  /** Its name among the types of its group. */
  label: string;
  /** Its sentence. `{of it}` is left out in the history of the record itself: it goes without saying. */
  says: string;
}

/** The words for each type of event. */
export const typeWords: Record<EventType, TypeWords> = {
  'person.created': { of: 'person', label: 'Created', says: '{who} created {it}' },
  'person.updated': { of: 'person', label: 'Changed', says: '{who} changed {fields}{of it}' },
  'person.erased': { of: 'person', label: 'Erased', says: '{who} erased {it}' },
  'person_log.created': { of: 'person', label: 'Log of a person', says: '{who} sent {logs}{of it}' },
  'account.created': { of: 'account', label: 'Created', says: '{who} created {it}' },
  'account.updated': { of: 'account', label: 'Changed', says: '{who} changed {fields}{of it}' },
  'account.erased': { of: 'account', label: 'Erased', says: '{who} erased {it} with its last person' },
  'account_log.created': { of: 'account', label: 'Log of an account', says: '{who} sent {logs}{of it}' },
  'page.created': { of: 'page', label: 'Created', says: '{who} created {it}' },
  'page.updated': { of: 'page', label: 'Changed', says: '{who} changed {fields}{of it}' },
  'audience.created': { of: 'audience', label: 'Created', says: '{who} created {it}' },
  'audience.updated': { of: 'audience', label: 'Changed', says: '{who} changed {fields}{of it}' },
  'audience.archived': { of: 'audience', label: 'Archived', says: '{who} archived {it}' },
  'audience.restored': { of: 'audience', label: 'Restored', says: '{who} restored {it}' },
  'audience_version.created': {
    of: 'audience',
    label: 'Version begun',
    says: '{who} began {version}{of it}',
  },
  'audience_version.queued': {
    of: 'audience',
    label: 'Asked to publish',
    says: '{who} asked for {version}{of it} to be published',
  },
  'audience_version.published': {
    of: 'audience',
    label: 'Published',
    says: '{who} published {version}{of it}',
  },
  'audience_version.cancelled': {
    of: 'audience',
    label: 'Cancelled',
    says: '{who} cancelled {version}{of it}',
  },
  'page_link.created': { of: 'page_link', label: 'Created', says: '{who} created {it}' },
  'page_link.updated': { of: 'page_link', label: 'Changed', says: '{who} changed {fields}{of it}' },
  'page_link.deleted': { of: 'page_link', label: 'Deleted', says: '{who} deleted {it}' },
  'session.started': { of: 'visit', label: 'Came', says: '{visitor} came to {page}' },
  'session.engaged': { of: 'visit', label: 'Was engaged', says: '{visitor} was engaged with {page}' },
  'form.submitted': { of: 'visit', label: 'Sent a form', says: '{visitor} sent a form on {page}' },
  'account.visited': {
    of: 'account',
    label: 'Visit for a company',
    says: '{visitor} was engaged with a page made for somebody of {it}',
  },
  'person.visited': {
    of: 'person',
    label: 'Visit for a person',
    says: '{visitor} was engaged with a page made for {it}',
  },
  'alert.fired': { of: 'alert', label: 'Fired', says: '{alert} fired' },
  'api_key.created': { of: 'api_key', label: 'Created', says: '{who} created {it}' },
  'api_key.updated': { of: 'api_key', label: 'Changed', says: '{who} changed {fields}{of it}' },
  'api_key.revoked': { of: 'api_key', label: 'Revoked', says: '{who} revoked {it}' },
};

/** All types, in the order of the table. */
export const eventTypes = Object.keys(typeWords) as EventType[];

/** The types of which the history of a record is made. */
export const typesOf = (kind: Kind): EventType[] => eventTypes.filter((type) => typeWords[type].of === kind);
