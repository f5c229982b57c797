import {
  type EventKind,
  type EventType,
  eventsByType,
  eventTypes,
  isOfHistory,
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

const rows = (count: number): string =>
  `each event costs ${count === 1 ? '1 row' : `${count} rows`}: $${count} a million`;
const typesWith = (...beginnings: string[]): EventType[] =>
  eventTypes.filter((type) => beginnings.includes(type.split('.')[0] ?? '') && !type.endsWith('.visited'));

/** The price of a change that a history has. docs/operators/cost.md has how it is measured. */
export const priceOfChange = rows(2);

/** Types that are kept for one purpose: what they tell, and how many rows an event of them costs. */
const group = <Id extends string>(id: Id, label: string, says: string, types: EventType[], cost = 2) => ({
  id,
  label,
  says,
  types,
  price: rows(cost),
});

/** The types of events as a reader chooses them. */
export const groups = [
  group('persons', 'Persons', 'Persons that were created, changed or erased', typesWith('person')),
  group(
    'accounts',
    'Accounts',
    'Companies that were created or renamed, or erased with their last person',
    typesWith('account'),
  ),
  group('logs', 'Logs', 'Logs that were sent, and about whom', typesWith('person_log', 'account_log')),
  group('pages', 'Pages', 'Pages that were created or changed', typesWith('page')),
  group(
    'audiences',
    'Audiences',
    'Content that was changed, published or went live',
    typesWith('audience', 'audience_version'),
  ),
  group(
    'tests',
    'Tests',
    'A test of content was decided, or its visitors are not divided as they should be',
    typesWith('experiment'),
  ),
  group('links', 'Links', 'Links that were created, changed or deleted', typesWith('page_link')),
  group(
    'keys',
    'API keys',
    'Keys that were created or revoked; each sign-in creates one',
    typesWith('api_key'),
  ),
  group(
    'came',
    'Known visitors',
    'A visitor was engaged with the page of one person, once a day for each person and each company',
    ['account.visited', 'person.visited'],
    4,
  ),
  group(
    'visits',
    'Visits',
    'Each visit when it begins, and when it is engaged, for programs that follow visits',
    typesWith('session'),
    1,
  ),
  group('forms', 'Forms', 'A visitor sent a form', typesWith('form'), 1),
  group(
    'alerts',
    'Alerts',
    'An alert fired; while an alert is on, this is always saved, and sent to its webhook',
    typesWith('alert'),
    3,
  ),
];
export type Group = (typeof groups)[number];

/** The types of which histories are made. */
export const auditTypes: EventType[] = eventTypes.filter(isOfHistory);

/** Types as the text of a field. */
export const textOfTypes = (types: readonly EventType[]): string => types.join('\n');
/** The types that the text of a field names. */
export const typesIn = (text: string): EventType[] => text.split('\n').filter(Boolean) as EventType[];

/** The types that a form with a `GroupField` of each group has chosen, in the order of the table. */
export function chosenTypes(form: Partial<Record<Group['id'], string>>): EventType[] {
  const chosen = new Set(groups.flatMap(({ id }) => typesIn(form[id] ?? '')));
  return eventTypes.filter((type) => chosen.has(type));
}
