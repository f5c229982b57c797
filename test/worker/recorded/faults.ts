import { env } from 'cloudflare:workers';
import { mintKey } from '../support/client.ts';
import { faultyDatabase } from '../support/faults.ts';
import type { Recorder } from './recorder.ts';
import { firefox, newPlace, visitOf } from './visits.ts';

const full = { limit: async () => ({ success: false }) };
const queue = {
  send: async () => {
    throw new Error('The queue is away.');
  },
};
const failing = (message: string, times = 9) => ({
  bindings: { DB: faultyDatabase({ message, moment: 'before', times, size: 1 }) },
});

/** Limits that are exceeded, and databases and queues that do not answer. */
export async function faults(recorder: Recorder) {
  const { say, get, post } = recorder;
  const { pageId } = await newPlace(recorder, 'faults');
  const by = { key: await mintKey(['collect']), headers: { 'user-agent': firefox } };
  const read = await mintKey(['read']);
  await get('/v0/topics?limit=1', { key: read, scope: ['topics'] });
  say('Limits');
  await get('/v0/topics', { bindings: { RATE_LIMITER: full } });
  await get('/health', { key: null, bindings: { RATE_LIMITER: full } });
  await post('/v0/visits', visitOf('session-limited-02', pageId), {
    ...by,
    bindings: { RATE_LIMITER: full },
  });
  say('What does not answer');
  await post('/v0/visits', visitOf('session-unqueued-1', pageId), {
    ...by,
    bindings: { VISITS: queue as unknown as Queue },
  });
  await get('/v0/topics', failing('D1_ERROR: D1 DB is overloaded. Too many requests queued.'));
  await get('/v0/topics?limit=1', {
    ...failing('D1_ERROR: Network connection lost.', 1),
    scope: ['topics'],
  });
  await get('/v0/topics', failing('D1_ERROR: Network connection lost.'));
  await get('/v0/topics', failing('D1_ERROR: near "secret": syntax error: SQLITE_ERROR'));
  await post('/v0/persons', { name: 'x' }, failing('D1_ERROR: database or disk is full: SQLITE_FULL'));
  await get('/v0/topics', { key: read, bindings: { DB: env.UNMIGRATED } });
  await get('/health', { key: null, bindings: { DB: env.UNMIGRATED } });
}
