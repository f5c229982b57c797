import { dimensions, type Grouping, visitors } from './dimensions.ts';

/** The bits of the column `flags`. */
export const flag = { isTracked: 1, hasFailed: 2, hasFormSubmit: 4, hasConversion: 8 } as const;

/**
 * The SQL of what analytics know of a session; @ stands for the prefix of its columns. Times are milliseconds. A number
 * that may be unknown is stored plus one, so that 0 is unknown. Append new ones: session_corrections has facts in this
 * order.
 */
const columns = {
  startedAt: '@session_started_at',
  activeMs: '@active_ms',
  engagedMs: 'coalesce(@engaged_ms + 1, 0)',
  /** In hundredths of a percent. */
  scrollDepth: 'coalesce(@max_scroll_depth + 1, 0)',
  clicks: '@total_clicks_count',
  questions: '@questions_asked_count',
  flags: `((@computation_status = 'pending') * ${flag.isTracked} + (@failure IS NOT NULL) * ${flag.hasFailed} + (@form_state > 0) * ${flag.hasFormSubmit} + (@has_conversion > 0) * ${flag.hasConversion})`,
  audienceId: '@audience_id',
  page: '@page_id',
  utmSource: '@utm_source',
  utmMedium: '@utm_medium',
  utmCampaign: '@utm_campaign',
  utmTerm: '@utm_term',
  utmContent: '@utm_content',
  referrer: '@referrer',
  country: '@country',
  device: '@device',
  browser: '@browser',
  landingPath: '@landed_path',
  personId: 'iif(@account_id IS NULL, NULL, @person_id)',
  accountId: "nullif(@account_id, '')",
  recipientPersonId: '@recipient_person_id',
  recipientAccountId: '@recipient_account_id',
  pageLinkId: '@page_link_id',
};

export type ColumnName = keyof typeof columns;
export type TextName = Grouping;
export type NumberName = Exclude<ColumnName, TextName>;

/** All columns, in the order in which `factsSql` has them. */
export const columnNames = Object.keys(columns) as ColumnName[];
const texts = new Set<ColumnName>(['audienceId', 'page', ...dimensions, ...visitors]);
/** Whether a column has texts. */
export const isText = (name: ColumnName): name is TextName => texts.has(name);
/** The columns of texts, of which null is unknown, and those of numbers. */
export const textNames: readonly TextName[] = columnNames.filter(isText);
export const numberNames = columnNames.filter((name): name is NumberName => !isText(name));

/** The SQL of one fact of a session. `row`: '', 'old.' or 'new.'. */
export const factSql = (name: ColumnName, row: string): string => columns[name].replaceAll('@', row);

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

/** The id and the facts in a text of `factsSql`. */
export function parseFacts(text: string): { id: string; facts: Facts } {
  const [id, ...facts] = JSON.parse(text);
  return { id, facts };
}

/** The places of who came in facts. */
export const visitorPlaces: readonly number[] = visitors.map(placeOf);

/** The places of columns that came after the first release: an earlier version writes blocks without them. */
export const addedPlaces: readonly number[] = [...visitorPlaces, placeOf('pageLinkId')];

const startPlace = placeOf('startedAt');

/** When the session of facts began, in milliseconds since 1970. */
export const startOf = (facts: Facts): number => Number(facts[startPlace]);

/** Whether two sessions have the same facts. Analytics cannot tell them apart. */
export const areEqual = (one: Facts, other: Facts): boolean =>
  one.every((value, place) => value === (other[place] ?? null));

/** SQL for the condition that a session is sealed. `row`: the prefix of its columns. */
export const sealedSql = (row: string): string =>
  `(${row}session_started_at, ${row}analytics_session_id) <= (SELECT sealed_at, sealed_id FROM session_seal WHERE id = 1)`;
