import type { Audience } from '../../src/content/audiences/schemas.ts';
import type { Page } from '../../src/content/pages/schemas.ts';
import { generator, uuid, whole } from './random.ts';
import type { Api } from './state.ts';

/** The data that exists before the first measurement. */
interface Prepared {
  pageId: string;
  audienceIds: string[];
}

/** Writes a multiple of 1000 rows of one kind. Returns their number. */
export type Writer = (api: Api, prepared: Prepared, rows: number) => Promise<number>;

const companies = 200;
/** The number of persons who get logs. */
const known = 2000;
const emailOf = (n: number) => `person.${String(n).padStart(6, '0')}@company-${n % companies}.example`;
const payloadOf = (n: number) => ({
  form: 'contact',
  message: `A question about the price of ${n} seats, and when.`,
  page: '/pricing',
  consent: true,
});
const logOf = (n: number) => ({ source: 'website-form', type: 'form-submitted', payload: payloadOf(n) });

/** Sends requests eight at a time. */
async function each(count: number, send: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await send(next++);
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

/** Writes logs in batches of 100. */
async function writeLogs(api: Api, rows: number, logOfNth: (n: number) => object): Promise<number> {
  await each(rows / 100, (batch) => {
    const writes = Array.from({ length: 100 }, (_, n) => logOfNth(100 * batch + n));
    return api.send('POST', '/v0/person_logs/batch', { writes });
  });
  return rows;
}

/** Creates a page with audiences, companies, and persons with a log of a known kind. */
export async function prepare(api: Api): Promise<Prepared> {
  const page = { title: 'Footfall bench', url: 'https://bench.example/landing' };
  const { pageId } = (await (await api.send('POST', '/v0/pages', page)).json()) as Page;
  const audienceIds: string[] = [];
  await each(10, async (n) => {
    const created = await api.send('POST', `/v0/pages/${pageId}/audiences`, { customName: `Audience ${n}` });
    audienceIds.push(((await created.json()) as Audience).audienceId);
  });
  await writeLogs(api, known, (n) => ({ ...logOf(n), email: emailOf(n) }));
  return { pageId, audienceIds };
}

/** Persons with a name and an email, one per request. */
export const persons: Writer = async (api, _, rows) => {
  const person = (n: number) => ({ name: `Person Number ${n}`, email: emailOf(known + n) });
  await each(rows, (n) => api.send('POST', '/v0/persons', person(n)));
  return rows;
};

// 7919 and the number of persons have no common divisor, so the order of logs differs from that of persons.
const someone = (n: number) => emailOf((7919 * n) % known);

/** Logs of known persons, without a key. */
export const logs: Writer = (api, _, rows) =>
  writeLogs(api, rows, (n) => ({ ...logOf(n), email: someone(n) }));

/** Logs of known persons with an idempotency key. */
export const keyedLogs: Writer = (api, _, rows) =>
  writeLogs(api, rows, (n) => ({ ...logOf(n), email: someone(n), idempotencyKey: `submission-${n}` }));

/** Imported sessions of ten audiences in 30 days. */
export const sessions: Writer = async (api, { pageId, audienceIds }, rows) => {
  const draw = generator(4);
  const minute = 60_000;
  const now = Date.now();
  const session = () => {
    const start = now - (60 + whole(draw, 30 * 24 * 60)) * minute;
    return {
      analyticsSessionId: uuid(draw),
      audienceId: audienceIds[whole(draw, audienceIds.length)],
      pageTitle: 'Footfall bench',
      pageUrl: 'https://bench.example/landing?utm_source=newsletter',
      utmSource: 'newsletter',
      totalClicksCount: 2,
      maxScrollDepthPercentage: 70,
      timeSpentSeconds: 40,
      sessionStartedAt: new Date(start).toISOString(),
      sessionEndedAt: new Date(start + minute).toISOString(),
    };
  };
  const size = 500;
  await each(rows / size, () =>
    api.send('POST', `/v0/pages/${pageId}/audience_sessions/import`, {
      sessions: Array.from({ length: size }, session),
    }),
  );
  return rows;
};

/** Audiences with a draft; a tenth of the rows. */
export const audiences: Writer = async (api, { pageId }, rows) => {
  const count = rows / 10;
  const audience = (n: number) => ({ customName: `Reader ${n}`, supplementaryContext: 'Asked for prices.' });
  await each(count, (n) => api.send('POST', `/v0/pages/${pageId}/audiences`, audience(n)));
  return count;
};
