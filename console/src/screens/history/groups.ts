import { type EventType, eventTypes, isOfHistory } from '../../../../src/vocabulary/events.ts';

/** Types that are kept for one purpose. */
export interface Group {
  id:
    | 'persons'
    | 'accounts'
    | 'logs'
    | 'pages'
    | 'audiences'
    | 'links'
    | 'keys'
    | 'came'
    | 'visits'
    | 'forms'
    | 'alerts';
  label: string;
  /** What it tells. */
  says: string;
  /** What it costs. */
  price: string;
  types: EventType[];
}

const rows = (count: number): string =>
  `each event costs ${count === 1 ? '1 row' : `${count} rows`}: $${count} a million`;
const typesWith = (...beginnings: string[]): EventType[] =>
  eventTypes.filter((type) => beginnings.includes(type.split('.')[0] ?? '') && !type.endsWith('.visited'));

/** The price of a change that a history has. docs/operators/cost.md has how it is measured. */
export const priceOfChange = rows(2);

/** The types of events as a reader chooses them. */
export const groups: Group[] = [
  {
    id: 'persons',
    label: 'Persons',
    says: 'Who is new, what of them was changed, who was erased',
    price: rows(2),
    types: typesWith('person'),
  },
  {
    id: 'accounts',
    label: 'Accounts',
    says: 'Which companies are new, whose name was changed, which went with their last person',
    price: rows(2),
    types: typesWith('account'),
  },
  {
    id: 'logs',
    label: 'Logs',
    says: 'Who sent a log, and of whom',
    price: rows(2),
    types: typesWith('person_log', 'account_log'),
  },
  {
    id: 'pages',
    label: 'Pages',
    says: 'Which are new, and what of them was changed',
    price: rows(2),
    types: typesWith('page'),
  },
  {
    id: 'audiences',
    label: 'Audiences',
    says: 'Who changed words, who published them and when they went live',
    price: rows(2),
    types: typesWith('audience', 'audience_version'),
  },
  {
    id: 'links',
    label: 'Links',
    says: 'Who made, changed or deleted a link',
    price: rows(2),
    types: typesWith('page_link'),
  },
  {
    id: 'keys',
    label: 'API keys',
    says: 'Who made or revoked a key; each sign-in makes one',
    price: rows(2),
    types: typesWith('api_key'),
  },
  {
    id: 'came',
    label: 'Who came',
    says: 'A visitor was engaged with a page made for one person, once a day for each person and each company',
    price: rows(4),
    types: ['account.visited', 'person.visited'],
  },
  {
    id: 'visits',
    label: 'Visits',
    says: 'Each visit as it begins, and as it is engaged, for programs that follow them',
    price: rows(1),
    types: typesWith('session'),
  },
  {
    id: 'forms',
    label: 'Forms',
    says: 'A visitor sent a form',
    price: rows(1),
    types: typesWith('form'),
  },
  {
    id: 'alerts',
    label: 'Alerts',
    says: 'An alert fired; while one is on, it is kept and goes to its own webhook in any case',
    price: rows(3),
    types: typesWith('alert'),
  },
];

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
