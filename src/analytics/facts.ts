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
 * thousands: an object that is written out is six times as fast to make as one from `names`.
 */
export function parseFacts(text: string): Facts {
  const values = JSON.parse(text);
  return {
    id: values[0],
    sessionStartedAt: values[1],
    audienceId: values[2],
    activeMs: values[3],
    computationStatus: values[4],
    failure: values[5],
    engagedMs: values[6],
    maxScrollDepth: values[7],
    totalClicksCount: values[8],
    questionsAskedCount: values[9],
    formState: values[10],
    hasConversion: values[11],
    utmSource: values[12] ?? null,
    utmMedium: values[13] ?? null,
    utmCampaign: values[14] ?? null,
    utmTerm: values[15] ?? null,
    utmContent: values[16] ?? null,
    referrer: values[17] ?? null,
    country: values[18] ?? null,
    device: values[19] ?? null,
    browser: values[20] ?? null,
    landingPath: values[21] ?? null,
  };
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
