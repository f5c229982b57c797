import { SingleBar } from 'cli-progress';
import type { Problem } from '../../src/http/problem.ts';
import type { ErrorCode } from '../../src/lib/errors.ts';
import { demoAccountLogs, demoPersonLogs, demoPersons } from '../demo-data.ts';
import { type Api, contentSize, loadContent } from './demo-content.ts';
import { loadVisits, visitsSize } from './demo-visits.ts';
import { UserError } from './settings.ts';

const until = new Date('2026-11-20T18:00:00Z');
const writesPerBatch = 50;

const silence = (address: string) =>
  new UserError(`nothing answers on ${address}: run npm start in another terminal, or set PORT to its port.`);

/** Throws UserError when no server answers on an address. */
export async function assertAnswers(address: string): Promise<void> {
  await fetch(`${address}/health`).catch(() => {
    throw silence(address);
  });
}

/** A client of the API. Every answer that is not expected is a UserError. */
function connect(address: string, key: string): Api {
  async function request<T>(method: string, route: string, body?: object, code?: ErrorCode) {
    const response = await fetch(`${address}${route}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw silence(address);
    });
    const text = await response.text();
    const answer = response.ok || response.status === 409 ? (JSON.parse(text) as T & Partial<Problem>) : null;
    if (answer === null || (!response.ok && answer.code !== code))
      throw new UserError(`${method} ${route} answered ${response.status}: ${text}`);
    return answer;
  }
  return {
    send: request,
    create: async (route, body, id, code) => {
      const answer = await request<Partial<Record<string, string>>>('POST', route, body, code);
      return answer.conflictingId ?? answer[id] ?? '';
    },
  };
}

/**
 * Loads the demo data through the API, with a progress bar. May be run again: persons are there already, logs
 * are replayed by their idempotency keys, content is looked for, and visits are known by their ids.
 */
export async function loadDemo(address: string, key: string): Promise<void> {
  const logs = demoPersonLogs(until);
  const batches = Array.from({ length: Math.ceil(logs.length / writesPerBatch) }, (_, index) => ({
    writes: logs.slice(index * writesPerBatch, (index + 1) * writesPerBatch),
  }));
  const api = connect(address, key);
  const steps: (() => Promise<unknown>)[] = [
    ...demoPersons().map((person) => () => api.create('/v0/persons', person, 'personId', 'person_conflict')),
    ...batches.map((batch) => () => api.send('POST', '/v0/person_logs/batch', batch)),
    ...demoAccountLogs(until).map((log) => () => api.send('POST', '/v0/account_logs', log)),
  ];
  const bar = new SingleBar({
    format: 'Demo data {bar} {percentage}%',
    noTTYOutput: true,
    notTTYSchedule: 5000,
  });
  bar.start(steps.length + contentSize + visitsSize, 0);
  try {
    for (const step of steps) {
      await step();
      bar.increment();
    }
    await loadContent(api, () => bar.increment());
    // Up to now, so that the analytics of the last weeks are never empty.
    await loadVisits(api, new Date(), () => bar.increment());
  } finally {
    bar.stop();
  }
}
