import { flag } from './flags.ts';
import { type FactName, factNames, type NameOf, namesOf, visitFacts } from './visit-facts.ts';

// The facts of visits as blocks and session_corrections have them: columns in an order.

export type ColumnName = FactName;
export type NumberName = NameOf<'number' | 'count'>;
export type TextName = Exclude<ColumnName, NumberName>;

/** All columns, in the order in which `factsSql` has them. */
export const columnNames = factNames;
export const numberNames: readonly NumberName[] = namesOf('number', 'count');
const numbers = new Set<ColumnName>(numberNames);
/** Whether a column has texts, of which null is unknown. */
export const isText = (name: ColumnName): name is TextName => !numbers.has(name);
export const textNames: readonly TextName[] = columnNames.filter(isText);

/**
 * The SQL of facts that are not a column of their name; @ stands for the prefix of columns. Times are milliseconds. A number
 * that may be unknown is stored plus one, so that 0 is unknown.
 */
const special: Partial<Record<ColumnName, string>> = {
  startedAt: '@session_started_at',
  engagedMs: 'coalesce(@engaged_ms + 1, 0)',
  /** In hundredths of a percent. */
  scrollDepth: 'coalesce(@max_scroll_depth + 1, 0)',
  flags: `((@computation_status = 'pending') * ${flag.isTracked} + (@failure IS NOT NULL) * ${flag.hasFailed} + (@form_state > 0) * ${flag.hasFormSubmit} + (@has_conversion > 0) * ${flag.hasConversion})`,
  page: '@page_id',
  landingPath: '@landed_path',
  personId: 'iif(@account_id IS NULL, NULL, @person_id)',
  accountId: "nullif(@account_id, '')",
};

/** The SQL of one fact of a session. `row`: '', 'old.' or 'new.'. */
export function factSql(name: ColumnName, row: string): string {
  const fact = visitFacts[name];
  const field = fact.kind === 'count' ? fact.field : name;
  const column = `@${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
  const sql = special[name] ?? ('isLater' in fact ? `coalesce(${column}, 0)` : column);
  return sql.replaceAll('@', row);
}

/**
 * SQL for what analytics know of a session, as the text of a JSON array: its id, then the columns. Blocks have the same
 * without ids. session_corrections stores such texts for minutes.
 */
export const factsSql = (row: string): string =>
  `json_array(${[`${row}analytics_session_id`, ...columnNames.map((name) => factSql(name, row))].join(', ')})`;

/** What analytics know of a session: the values of the columns, in their order. */
export type Facts = readonly (number | string | null)[];

/** The place of a column in facts. */
export const placeOf = (name: ColumnName): number => columnNames.indexOf(name);

/** The id and the facts in a text of `factsSql`. What a text from before a fact does not have is 0, or unknown. */
export function parseFacts(text: string): { id: string; facts: Facts } {
  const [id, ...facts] = JSON.parse(text);
  return { id, facts: columnNames.map((name, place) => facts[place] ?? (isText(name) ? null : 0)) };
}

/** The places of who came in facts. */
export const visitorPlaces: readonly number[] = namesOf('visitor').map(placeOf);

/** The places of columns that came after the first release: an earlier version writes blocks without them. */
export const addedPlaces: readonly number[] = columnNames.map(placeOf).slice(placeOf('landingPath') + 1);

const startPlace = placeOf('startedAt');

/** When the session of facts began. */
export const startOf = (facts: Facts): number => Number(facts[startPlace]);

/** Whether two sessions have the same facts. Analytics cannot tell them apart. */
export const areEqual = (one: Facts, other: Facts): boolean =>
  one.every((value, place) => value === (other[place] ?? null));

/** SQL for the condition that a session is sealed. `row`: the prefix of its columns. */
export const sealedSql = (row: string): string =>
  `(${row}session_started_at, ${row}analytics_session_id) <= (SELECT sealed_at, sealed_id FROM session_seal WHERE id = 1)`;
