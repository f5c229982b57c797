import { wholeApp } from '../../src/app.ts';
import { otherRoutes } from '../../src/operations.ts';
import { scenes } from './recorded/scenes.ts';
import { Tape } from './recorded/tape.ts';
import { setClock } from './support/times.ts';

const app = await wholeApp();

// A recording in test/fixtures/recorded/ has requests with their answers. The test sends the requests again, and the
// answers must equal the recorded ones, byte for byte. To renew the answers on purpose:
// npx vitest run --project worker test/worker/recorded.test.ts -u
//
// A new request is written into a recording without an answer, as the others are: method and path, header fields, body.
// Ids of earlier answers have names, such as <topic:1>; a name that no answer has stands for what does not exist. If
// the answer has a cursor, write `-> 200` and `"nextCursor":"<cursor ["topics"] ` with the list and its filters.
// recorded/scenes.ts has the rows and bindings that requests need and that a recording does not show.

const recordings = import.meta.glob<string>('../fixtures/recorded/*.txt', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Recordings in the order in which they are played, because all play in one database. */
const slices = [
  ...['api-keys', 'persons', 'person-logs', 'accounts', 'pages', 'audiences', 'versions', 'page-links'],
  ...['topics', 'visits', 'imports', 'erasure', 'protocol', 'faults', 'sign-in', 'websites', 'share-links'],
  ...['annotations', 'views', 'events', 'webhooks', 'alerts', 'experiments', 'campaigns', 'backups'],
  'sources',
];

/**
 * Each slice has its own hour, and visits cross the midnight before a leap day. The time is in the future: D1's own
 * times, which are compared with it, must not be later.
 */
const firstHour = Date.UTC(2040, 1, 28, 14, 58);
const hour = 3_600_000;

const tapes = new Map<string, Tape>();

beforeAll(async () => {
  // Does not print what the service logs of failures that the test causes.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  setClock(firstHour);
  for (const [index, name] of slices.entries()) {
    const tape = new Tape(recordings[`../fixtures/recorded/${name}.txt`] ?? '', firstHour + index * hour);
    tapes.set(name, tape);
    await scenes[name]?.(tape);
    await tape.to();
  }
});

test('every recording is played', () => {
  const names = Object.keys(recordings).map((path) => path.replace(/.*\/(.*)\.txt/, '$1'));
  expect([...slices, 'operations'].sort()).toEqual(names.sort());
});

test.each(slices)('%s: every answer is as recorded', async (name) => {
  await expect(tapes.get(name)?.text).toMatchFileSnapshot(`../fixtures/recorded/${name}.txt`);
});

test('there is a request for every operation', async () => {
  const counts = new Map(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' && !otherRoutes.has(path))
      .map(({ method, path }): [string, number] => [`${method} ${path}`, 0]),
  );
  for (const request of [...tapes.values()].flatMap(({ asked }) => asked)) {
    const [method = '', path = ''] = request.split(/[ ?]/);
    const handlers = app.router.match(method, path)[0].map(([[, route]]) => route);
    // The route that was registered first answers the request.
    const route = handlers.find((handler) => handler.method !== 'ALL');
    const operation = route ? `${route.method} ${route.path}` : 'no operation, or its OPTIONS';
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count === 0)).toEqual([]);
  const lines = [...counts].sort().map(([operation, count]) => `${String(count).padStart(4)} ${operation}`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../fixtures/recorded/operations.txt');
});
