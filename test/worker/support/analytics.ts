import type { Breakdown } from '../../../src/analytics/breakdown-schemas.ts';
import type { AudienceAnalytics } from '../../../src/analytics/schemas.ts';
import { timeseries } from '../../../src/analytics/store/timeseries.ts';
import type { Database } from '../../../src/db/client.ts';
import { each } from '../../../src/lib/each.ts';
import { figureNames } from '../../../src/vocabulary/measures.ts';
import { send } from './client.ts';
import type { Place } from './places.ts';
import { importSessions } from './sessions.ts';
import { day, hour, noon } from './times.ts';
import { newId } from './visits.ts';

/** An answer, which must be a 200. */
export const get = async <T>(path: string): Promise<T> => {
  const { status, text, body } = await send<T>('GET', path);
  expect(status, text).toBe(200);
  return body;
};
/** How many round trips an answer took. */
export const tripsOf = async (path: string) => {
  const { headers } = await send('GET', path);
  return Number(/trips=(\d+)/.exec(headers.get('server-timing') ?? '')?.[1]);
};

export const at = (time: number) => new Date(time).toISOString();
export const rangeOf = (from: number, to: number, [start, end] = ['startDate', 'endDate']) =>
  `${start}=${at(from)}&${end}=${at(to)}`;

export const breakdownOf = ({ pageId }: Pick<Place, 'pageId'>, query: string) =>
  get<Breakdown>(`/v0/pages/${pageId}/analytics/breakdown?${query}`);
export const audiencesOf = async (pageId: string, query = '') =>
  (await get<{ items: AudienceAnalytics[] }>(`/v0/pages/${pageId}/analytics/audiences?${query}`)).items;

/** How many sessions a page has around noon, as a database answers. */
export async function totalIn(database: Database, { pageId }: Place): Promise<number> {
  const range = { start: noon - day, end: noon + day };
  const by = { interval: 'day', timezone: 'UTC' } as const;
  const { items } = await timeseries(database, { pageId, range, ...by, filters: {} });
  return items.reduce((sum, item) => sum + item.totalSessions, 0);
}

/** The figures of no sessions. */
export const zeros = each(figureNames, () => 0);

/** The fields of a session that differ from those of a session without actions. */
export interface Made {
  audienceId?: string | undefined;
  start?: number;
  clicks?: number;
  questions?: number;
  depth?: number | null;
  seconds?: number | null;
  conversion?: boolean;
  form?: boolean;
  status?: 'completed' | 'failed';
}
/** The start of sessions that are made without one. */
export const madeAt = Date.UTC(2026, 2, 14, 12);
/** Imports sessions of an hour. */
export async function importMade(pageId: string, sessions: Made[]): Promise<void> {
  const body = sessions.map(({ start = madeAt, ...made }) => ({
    analyticsSessionId: newId(),
    audienceId: made.audienceId ?? null,
    computationStatus: made.status ?? 'completed',
    hasConversion: made.conversion ?? false,
    hasFormSubmit: made.form ?? false,
    maxScrollDepthPercentage: made.depth ?? null,
    questionsAskedCount: made.questions ?? 0,
    totalClicksCount: made.clicks ?? 0,
    timeSpentSeconds: made.seconds ?? null,
    sessionStartedAt: new Date(start).toISOString(),
    sessionEndedAt: new Date(start + hour).toISOString(),
  }));
  const reply = await importSessions(pageId, body);
  expect(reply.status, reply.text).toBe(200);
}
