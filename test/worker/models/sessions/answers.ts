import type { Breakdown } from '../../../../src/analytics/breakdown-schemas.ts';
import type {
  AudienceAnalyticsList,
  PageAnalyticsList,
  Timeseries,
  WorkspaceTimeseries,
} from '../../../../src/analytics/schemas.ts';
import { audienceAnalytics } from '../../../../src/analytics/store/audiences.ts';
import { breakdown } from '../../../../src/analytics/store/breakdown.ts';
import { pageAnalytics } from '../../../../src/analytics/store/pages.ts';
import { timeseries, workspaceTimeseries } from '../../../../src/analytics/store/timeseries.ts';
import type { Database } from '../../../../src/db/client.ts';
import type { AudienceSessionList } from '../../../../src/visits/sessions/schemas.ts';
import { listSessions } from '../../../../src/visits/sessions/store/list.ts';
import { send } from '../../support/client.ts';
import { datesOf, type Question, queryOf } from './questions.ts';

// The answers of the service, through the API. With a database, from the stores: tests may interrupt it.

async function get<T>(
  path: string,
  { filters, start, end }: Question,
  fields: Record<string, string | number | undefined>,
): Promise<T> {
  const given = Object.entries({ ...datesOf({ start, end }), ...fields }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const query = new URLSearchParams([...given, ...queryOf(filters)]);
  const { status, text, body } = await send<T>('GET', `${path}?${query}`);
  expect(status, text).toBe(200);
  return body;
}

/** The end of the year 9999, as a range without an end has it. */
const endOfTime = Date.UTC(10_000, 0);
const rangeOf = ({ start, end }: Question) => ({ start: Math.max(start ?? 0, 0), end: end ?? endOfTime });

const requestOf = (question: Question) => ({ range: rangeOf(question), filters: question.filters });

const pathOf = ({ place }: Question) => `/v0/pages/${place.pageId}`;

export const askAudiences = (
  db: Database | undefined,
  question: Question,
  choice: { sort?: Question['sort']; limit?: number | undefined } = {},
): Promise<AudienceAnalyticsList> =>
  db
    ? audienceAnalytics(db, { ...requestOf(question), pageId: question.place.pageId, ...choice })
    : get(`${pathOf(question)}/analytics/audiences`, question, choice);

/** A page of a breakdown of the page, or of the workspace. */
export function askBreakdown(
  db: Database | undefined,
  question: Question,
  of: 'page' | 'workspace',
  cursor: string | undefined,
): Promise<Breakdown> {
  const { by, limit, part: query, place, valueSort: sort } = question;
  const audienceId = of === 'page' ? question.audienceId : undefined;
  const choice = { by, limit, query, cursor, audienceId };
  if (db) {
    const pageId = of === 'page' ? place.pageId : undefined;
    return breakdown(db, { ...requestOf(question), ...choice, pageId, sort });
  }
  return get(`${of === 'page' ? pathOf(question) : '/v0'}/analytics/breakdown`, question, {
    ...choice,
    sort,
  });
}

/** A series of the page over a range that is closed. */
export function askSeries(db: Database | undefined, question: Question): Promise<Timeseries> {
  const { interval, zone: timezone, audienceId, place } = question;
  const steps = { interval, timezone, audienceId };
  return db
    ? timeseries(db, { ...requestOf(question), pageId: place.pageId, ...steps })
    : get(`${pathOf(question)}/analytics/timeseries`, question, steps);
}

/** A series of the workspace over a range that is closed. */
export function askWorkspaceSeries(
  db: Database | undefined,
  question: Question,
): Promise<WorkspaceTimeseries> {
  const { interval, zone: timezone, limit } = question;
  const steps = { interval, timezone, limit };
  return db
    ? workspaceTimeseries(db, { ...requestOf(question), ...steps })
    : get('/v0/analytics/timeseries', question, steps);
}

export function askPages(db: Database | undefined, question: Question): Promise<PageAnalyticsList> {
  const { sort } = question;
  const limit = question.isLimited ? question.limit : undefined;
  return db
    ? pageAnalytics(db, { ...requestOf(question), sort, limit })
    : get('/v0/analytics/pages', question, { sort, limit });
}

/** A page of the list of sessions. */
export function askSessions(
  db: Database | undefined,
  question: Question,
  of: 'page' | 'workspace',
  cursor: string | undefined,
): Promise<AudienceSessionList> {
  const { filters, place, limit, hasDeeds } = question;
  const audienceId = of === 'page' ? question.audienceId : undefined;
  const { status, hasConversion, hasFormSubmit } = hasDeeds ? question : {};
  const flagOf = (flag: boolean | undefined) => (flag === undefined ? null : Number(flag));
  if (db)
    return listSessions(db, of === 'page' ? place.pageId : undefined, {
      ...datesOf(question),
      filters,
      audienceId,
      limit,
      cursor,
      state: {
        status: status ?? null,
        hasConversion: flagOf(hasConversion),
        hasFormSubmit: flagOf(hasFormSubmit),
      },
    });
  return get(`${of === 'page' ? pathOf(question) : '/v0'}/audience_sessions`, question, {
    status,
    audienceId,
    limit,
    cursor,
    hasConversion: hasConversion?.toString(),
    hasFormSubmit: hasFormSubmit?.toString(),
  });
}
