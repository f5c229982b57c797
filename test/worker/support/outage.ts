import { env } from 'cloudflare:workers';
import { forget } from '../../../src/access/api-keys/cache.ts';
import { hashApiKey } from '../../../src/lib/api-key.ts';
import { silent } from './faults.ts';
import { minute, pass, setClock } from './times.ts';
import { collect, held, origin, prepareVisits } from './visits.ts';

/** A database that does not answer until `isThere`: whether it says nothing at all, and how often it was asked. */
export const away = { isThere: false, isSilent: false, asked: 0 };
const batch = () => {
  away.asked++;
  if (away.isSilent) return new Promise<never>(() => {});
  return Promise.reject(new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.'));
};
const awaySession = { prepare: () => ({ bind: () => ({}) }), batch, getBookmark: () => null };
export const DB = {
  withSession: (constraint: string) => (away.isThere ? env.DB.withSession(constraint) : awaySession),
} as unknown as D1Database;

/** Each test of the file begins with an outage. Call it at the top of the file. */
export function prepareOutage(): void {
  prepareVisits();
  beforeAll(() => setClock());
  beforeEach(() => {
    held.sent.length = 0;
    held.leftOut.length = 0;
    held.unverified.length = 0;
    Object.assign(away, { isThere: false, isSilent: false, asked: 0 });
    // What earlier tests have seen of the database is over.
    pass(minute);
  });
}

export const bindings = () => ({ ...held.bindings(), DB });
/** Sends a visit in an isolate that does not know the key. */
export async function sendUnknown(visit: unknown, { key, headers = {} }: { key: string; headers?: object }) {
  forget(hashApiKey(key));
  const { result } = await silent(() =>
    collect(visit, { origin, ...headers }, { key, bindings: bindings() }),
  );
  return result;
}
/** All messages that the collector has put on the queue. */
export const taken = () => [...held.unverified, ...held.leftOut, ...held.sent];
