import { SingleBar } from 'cli-progress';
import { demoAccountLogs, demoPersonLogs, demoPersons } from '../demo-data.ts';
import { UserError } from './settings.ts';

const until = new Date('2026-11-20T18:00:00Z');
const writesPerBatch = 50;

/** Sends one request; a 409 is fine, for it says that the person is there already. */
async function post(address: string, key: string, route: string, body: unknown): Promise<void> {
  const response = await fetch(`${address}${route}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new UserError(`nothing answers on ${address}: run npm start first.`);
  });
  const text = await response.text();
  if (!response.ok && response.status !== 409)
    throw new UserError(`${route} answered ${response.status}: ${text}`);
}

/**
 * Loads the demo data through the API, with a progress bar. May be run again: persons are there already and
 * logs are replayed by their idempotency keys.
 */
export async function loadDemo(address: string, key: string): Promise<void> {
  const logs = demoPersonLogs(until);
  const batches = Array.from({ length: Math.ceil(logs.length / writesPerBatch) }, (_, index) => ({
    writes: logs.slice(index * writesPerBatch, (index + 1) * writesPerBatch),
  }));
  const requests: [string, unknown][] = [
    ...demoPersons().map((person): [string, unknown] => ['/v0/persons', person]),
    ...batches.map((batch): [string, unknown] => ['/v0/person_logs/batch', batch]),
    ...demoAccountLogs(until).map((log): [string, unknown] => ['/v0/account_logs', log]),
  ];
  const bar = new SingleBar({
    format: 'Demo data {bar} {percentage}%',
    noTTYOutput: true,
    notTTYSchedule: 5000,
  });
  bar.start(requests.length, 0);
  try {
    for (const [route, body] of requests) {
      await post(address, key, route, body);
      bar.increment();
    }
  } finally {
    bar.stop();
  }
}
