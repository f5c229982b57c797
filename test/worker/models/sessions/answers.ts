import { expect } from 'vitest';
import type {
  AudienceAnalyticsList,
  Breakdown,
  PageAnalyticsList,
  Timeseries,
  WorkspaceTimeseries,
} from '../../../../src/analytics/schemas.ts';
import { audienceAnalytics } from '../../../../src/analytics/store/audiences.ts';
import { breakdown } from '../../../../src/analytics/store/breakdown.ts';
import { pageAnalytics } from '../../../../src/analytics/store/pages.ts';
import { timeseries, workspaceTimeseries } from '../../../../src/analytics/store/timeseries.ts';
import type { Database } from '../../../../src/db/client.ts';
import type { AudienceSessionList } from '../../../../src/sessions/schemas.ts';
import { listSessions } from '../../../../src/sessions/store/list.ts';
import { send } from '../../support/client.ts';
import { datesOf, isSimple, type Question, simpleQuery } from './questions.ts';

// The answers of the service: through the API if it takes the question, else from the store.

/** The answers of the API have the field only if days have been removed. */
export type Dated<T> = T & { wholeDaysBefore?: string | undefined };

async function get<T>(path: string, query: Record<string, string | number | undefined>): Promise<T> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const { status, text, body } = await send<T>(
    'GET',
    `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`,
  );
  expect(status, text).toBe(200);
  return body;
}

/** The end of the year 9999, as a range without an end has it. */
const endOfTime = Date.UTC(10_000, 0);
const rangeOf = ({ start, end }: Question) => ({ start: Math.max(start ?? 0, 0), end: end ?? endOfTime });

const pathOf = ({ place }: Question) => `/v0/pages/${place.pageId}`;

/** `db` is where answers of the store are read. */
export const askAudiences = (
  db: Database,
  question: Question,
  { sort, limit }: { sort?: Question['sort']; limit?: number | undefined } = {},
): Promise<Dated<AudienceAnalyticsList>> =>
  isSimple(question.filters, 'none')
    ? get(`${pathOf(question)}/analytics/audiences`, { ...datesOf(question), sort, limit })
    : audienceAnalytics(db, question.place.pageId, rangeOf(question), {
        ...{ sort, limit, filters: question.filters },
      });

/** A page of a breakdown of the page, or of the workspace. */
export function askBreakdown(
  db: Database,
  question: Question,
  of: 'page' | 'workspace',
  cursor: string | undefined,
): Promise<Dated<Breakdown>> {
  const { by, limit, filters, part: query, audienceId } = question;
  const isOnHttp = isSimple(filters, 'none') && query === undefined && cursor === undefined;
  if (of === 'page' && isOnHttp)
    return get(`${pathOf(question)}/analytics/breakdown`, { ...datesOf(question), by, limit, audienceId });
  const choice = { by, limit, filters, query, cursor };
  return of === 'page'
    ? breakdown(db, question.place.pageId, rangeOf(question), { ...choice, audienceId })
    : breakdown(db, undefined, rangeOf(question), choice);
}

/** A series of the page over a range that is closed. */
export function askSeries(db: Database, question: Question): Promise<Dated<Timeseries>> {
  const { interval, zone: timezone, audienceId, filters, place } = question;
  const steps = { interval, timezone, audienceId };
  const isOnHttp = Object.keys(filters).length <= 1 && isSimple(filters, 'one each');
  return isOnHttp
    ? get(`${pathOf(question)}/analytics/timeseries`, {
        ...datesOf(question),
        ...simpleQuery(filters),
        ...steps,
      })
    : timeseries(db, place.pageId, rangeOf(question), { ...steps, filters });
}

/** A series of the workspace over a range that is closed. */
export function askWorkspaceSeries(db: Database, question: Question): Promise<Dated<WorkspaceTimeseries>> {
  const { interval, zone: timezone, filters, limit } = question;
  const steps = { interval, timezone, limit };
  return isSimple(filters, 'none')
    ? get('/v0/analytics/timeseries', { ...datesOf(question), ...steps })
    : workspaceTimeseries(db, rangeOf(question), { ...steps, filters });
}

export function askPages(db: Database, question: Question): Promise<Dated<PageAnalyticsList>> {
  const { sort, filters } = question;
  const limit = question.isLimited ? question.limit : undefined;
  return isSimple(filters, 'none')
    ? get('/v0/analytics/pages', { ...datesOf(question), sort, limit })
    : pageAnalytics(db, rangeOf(question), { sort, limit, filters });
}

/** A page of the list of sessions. */
export function askSessions(
  db: Database,
  question: Question,
  cursor: string | undefined,
): Promise<AudienceSessionList> {
  const { filters, place, audienceId, limit, hasDeeds } = question;
  const { status, hasConversion, hasFormSubmit } = hasDeeds ? question : {};
  if (isSimple(filters, 'one each'))
    return get(`${pathOf(question)}/audience_sessions`, {
      ...datesOf(question),
      ...simpleQuery(filters),
      ...{ status, audienceId, limit, cursor },
      hasConversion: hasConversion?.toString(),
      hasFormSubmit: hasFormSubmit?.toString(),
    });
  const flagOf = (flag: boolean | undefined) => (flag === undefined ? null : Number(flag));
  const state = {
    status: status ?? null,
    hasConversion: flagOf(hasConversion),
    hasFormSubmit: flagOf(hasFormSubmit),
  };
  return listSessions(db, place.pageId, {
    ...datesOf(question),
    ...{ filters, state, audienceId, limit, cursor },
  });
}
