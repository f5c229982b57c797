import { beforeAll, expect, vi } from 'vitest';
import type { AudienceAnalytics } from '../../../src/analytics/schemas.ts';
import type { List } from '../../../src/lib/cursor.ts';
import type { Visit, VisitMessage } from '../../../src/visits/beacons/schemas.ts';
import type { AudienceSession } from '../../../src/visits/sessions/schemas.ts';
import { newAudienceId } from './audiences.ts';
import { collectKey, type Problem, type RequestOptions, send } from './client.ts';
import { HeldVisits } from './held-queue.ts';
import { newPageId } from './pages.ts';

export const origin = 'https://www.site.example';
export const minute = 60_000;
export const day = 24 * 60 * minute;
export const lost = 'D1_ERROR: Network connection lost.';
export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
export const held = new HeldVisits();

export interface Place {
  pageId: string;
  audienceId: string;
}
/** A new page with an audience. */
export const newPlace = async (workspace: 'main' | 'acme' = 'main'): Promise<Place> => {
  const pageId = await newPageId({ workspace });
  return { pageId, audienceId: await newAudienceId(pageId, {}, { workspace }) };
};
export let place: Place = { pageId: '', audienceId: '' };
export let key = '';

/** Creates the page, the audience and the key for the visits of a test file. Call it at the top of the file. */
export function prepareVisits(): void {
  beforeAll(async () => {
    held.sent.length = 0;
    place = await newPlace();
    key = await collectKey();
    await collect(visitOf(crypto.randomUUID()));
  });
}

/** A visit of ten and a half seconds without actions. */
export const visitOf = (analyticsSessionId: string, fields: Partial<Visit> = {}): Visit => ({
  analyticsSessionId,
  ...place,
  elapsedMs: 10_500,
  activeMs: 10_400,
  engagedMs: 10_000,
  maxScrollDepthPercentage: 0,
  clicksCount: 0,
  questionsAskedCount: 0,
  hasConversion: false,
  ...fields,
});

export const collect = (visit: unknown, headers: Record<string, string> = {}, options: RequestOptions = {}) =>
  send<{ accepted: boolean } & Problem>('POST', '/v0/visits', visit, {
    key,
    bindings: held.bindings(),
    headers: { 'user-agent': firefox, ...headers },
    ...options,
  });

export const now = Math.floor(Date.now() / 1000) * 1000;
export const messageOf = (visit: Visit, receivedAt = now, workspace = 'main'): VisitMessage => ({
  workspace,
  receivedAt,
  visit,
});
/** Delivers visits to the consumer, which must accept them all. */
export const merge = async (...messages: VisitMessage[]) => {
  expect(await held.deliver(messages)).toEqual(messages.map(() => 'ack'));
};
export const read = (id: string, { pageId }: Pick<Place, 'pageId'> = place, options?: RequestOptions) =>
  send<AudienceSession & Problem>('GET', `/v0/pages/${pageId}/audience_sessions/${id}`, undefined, options);
export const session = async (id: string, of = place): Promise<AudienceSession> => {
  const reply = await read(id, of);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
export const analytics = async (of: Pick<Place, 'pageId'>, query = '') =>
  (await send<{ items: AudienceAnalytics[] }>('GET', `/v0/pages/${of.pageId}/analytics/audiences?${query}`))
    .body.items;
export const sessions = async (of: Pick<Place, 'pageId'>, query = '') =>
  (await send<List<AudienceSession>>('GET', `/v0/pages/${of.pageId}/audience_sessions?${query}`)).body;
export const newId = () => crypto.randomUUID();

/**
 * Runs work whose effect is visible only in D1. Does not print what the worker logs of failures that the test causes.
 */
export const silent = async <T>(work: () => Promise<T>) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    return { result: await work(), logged: log.mock.calls.map(([line]) => String(line)) };
  } finally {
    log.mockRestore();
  }
};

/** Does work as if this many milliseconds had passed. */
export async function after<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}
