import { type DimensionValues, dimensions } from './dimensions.ts';
import { statusOf } from './lifetime.ts';
import { type PackedSums, packedSums } from './measures.ts';

/** What the analytics know of a session. Times are milliseconds. */
export interface Facts extends DimensionValues {
  id: string;
  sessionStartedAt: number;
  audienceId: string | null;
  activeMs: number;
  /** The stored status: `pending` for a session of the tracker, whose status depends on the time. */
  computationStatus: string;
  /** Not null if the session fails when it ends. */
  failure: number | string | null;
  engagedMs: number | null;
  /** In hundredths of a percent. */
  maxScrollDepth: number | null;
  totalClicksCount: number;
  questionsAskedCount: number;
  formState: number;
  hasConversion: number;
}

/**
 * The SQL of each fact, in the order of the JSON array that stands for a session. `row`: '', 'old.' or 'new.'. The
 * dimensions are at the end, in their order. session_corrections stores such arrays: CONTRIBUTING.md.
 */
export const factColumns: Record<keyof Facts, (row: string) => string> = {
  id: (row) => `${row}analytics_session_id`,
  sessionStartedAt: (row) => `${row}session_started_at`,
  audienceId: (row) => `${row}audience_id`,
  activeMs: (row) => `${row}active_ms`,
  computationStatus: (row) => `${row}computation_status`,
  // That there is one is enough.
  failure: (row) => `iif(${row}failure IS NULL, NULL, 1)`,
  engagedMs: (row) => `${row}engaged_ms`,
  maxScrollDepth: (row) => `${row}max_scroll_depth`,
  totalClicksCount: (row) => `${row}total_clicks_count`,
  questionsAskedCount: (row) => `${row}questions_asked_count`,
  formState: (row) => `${row}form_state`,
  hasConversion: (row) => `${row}has_conversion`,
  utmSource: (row) => `${row}utm_source`,
  utmMedium: (row) => `${row}utm_medium`,
  utmCampaign: (row) => `${row}utm_campaign`,
  utmTerm: (row) => `${row}utm_term`,
  utmContent: (row) => `${row}utm_content`,
  referrer: (row) => `${row}referrer`,
  country: (row) => `${row}country`,
  device: (row) => `${row}device`,
  browser: (row) => `${row}browser`,
  landingPath: (row) => `${row}landing_path`,
};
const names = Object.keys(factColumns) as (keyof Facts)[];

const withoutDimensions = names.slice(0, -dimensions.length);

const arrayOf = (row: string, some: (keyof Facts)[]) =>
  `json_array(${some.map((name) => factColumns[name](row)).join(', ')})`;

/** SQL for the facts of a session as one JSON array. */
export const factsSql = (row: string): string => arrayOf(row, names);

/** As `factsSql`, without the dimensions: a third of the text. */
export const numbersSql = (row: string): string => arrayOf(row, withoutDimensions);

/**
 * The facts in the JSON array of `factsSql` or `numbersSql`. A dimension that is left out is null. An answer may have
 * thousands, so this makes no arrays of entries.
 */
export function parseFacts(text: string): Facts {
  const values: unknown[] = JSON.parse(text);
  const facts: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index++) facts[names[index] ?? ''] = values[index] ?? null;
  return facts as unknown as Facts;
}

/** What a session adds to sums, and where: a contribution to rollups and answers. */
export interface Contribution {
  /** When the session began, in milliseconds since 1970. */
  at: number;
  audienceId: string | null;
  values: DimensionValues;
  sums: PackedSums;
}

/** What a session contributes at a time, in milliseconds since 1970: a pending one is not yet eligible for bounces. */
export const contributionOf = (facts: Facts, now: number): Contribution => ({
  at: facts.sessionStartedAt,
  audienceId: facts.audienceId,
  values: facts,
  sums: packedSums(facts, statusOf(facts, now) === 'completed'),
});

/** The contribution that takes another one away. */
export const negated = ({ sums, ...contribution }: Contribution): Contribution => ({
  ...contribution,
  sums: sums.map((sum) => -sum),
});
