import {
  type EventKind,
  type EventType,
  eventsByType,
  eventTypes,
} from '../../../../src/vocabulary/events.ts';

/** What a record is called. */
export const nouns: Record<EventKind, string> = {
  person: 'person',
  account: 'account',
  page: 'page',
  audience: 'audience',
  page_link: 'link',
  api_key: 'key',
  alert: 'alert',
  visit: 'visit',
};

/** The types of which the history of a record is made. */
export const typesOf = (kind: EventKind): EventType[] =>
  eventTypes.filter((type) => eventsByType[type].of === kind);
