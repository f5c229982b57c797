import { type EventType, eventTypes, isOfHistory } from '../../../../src/vocabulary/events.ts';

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
  group('persons', 'Persons', 'Who is new, what of them was changed, who was erased', typesWith('person')),
  group(
    'accounts',
    'Accounts',
    'Which companies are new, whose name was changed, which went with their last person',
    typesWith('account'),
  ),
  group('logs', 'Logs', 'Who sent a log, and of whom', typesWith('person_log', 'account_log')),
  group('pages', 'Pages', 'Which are new, and what of them was changed', typesWith('page')),
  group(
    'audiences',
    'Audiences',
    'Who changed words, who published them and when they went live',
    typesWith('audience', 'audience_version'),
  ),
  group('links', 'Links', 'Who made, changed or deleted a link', typesWith('page_link')),
  group('keys', 'API keys', 'Who made or revoked a key; each sign-in makes one', typesWith('api_key')),
  group(
    'came',
    'Who came',
    'A visitor was engaged with a page made for one person, once a day for each person and each company',
    ['account.visited', 'person.visited'],
    4,
  ),
  group(
    'visits',
    'Visits',
    'Each visit as it begins, and as it is engaged, for programs that follow them',
    typesWith('session'),
    1,
  ),
  group('forms', 'Forms', 'A visitor sent a form', typesWith('form'), 1),
  group(
    'alerts',
    'Alerts',
    'An alert fired; while one is on, it is kept and goes to its own webhook in any case',
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
