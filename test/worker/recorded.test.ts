import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import document from '../../public/openapi.json?raw';
import tracker from '../../public/visit.js?raw';
import { app } from '../../src/app.ts';
import { otherRoutes } from '../../src/operations.ts';
import { accountSlice } from './recorded/accounts.ts';
import { alertSlice } from './recorded/alerts.ts';
import { annotationSlice } from './recorded/annotations.ts';
import { apiKeys } from './recorded/api-keys.ts';
import { audienceSlice } from './recorded/audiences.ts';
import { erasure } from './recorded/erasure.ts';
import { eventSlice } from './recorded/events.ts';
import { faults } from './recorded/faults.ts';
import { imports } from './recorded/imports.ts';
import { pageLinks } from './recorded/page-links.ts';
import { pageSlice } from './recorded/pages.ts';
import { personLogs } from './recorded/person-logs.ts';
import { personSlice } from './recorded/persons.ts';
import { protocol } from './recorded/protocol.ts';
import { Recorder } from './recorded/recorder.ts';
import { shareLinks } from './recorded/share-links.ts';
import { signIn } from './recorded/sign-in.ts';
import { topicSlice } from './recorded/topics.ts';
import { versions } from './recorded/versions.ts';
import { viewSlice } from './recorded/views.ts';
import { visitSlice } from './recorded/visits.ts';
import { webhookSlice } from './recorded/webhooks.ts';
import { websiteSlice } from './recorded/websites.ts';

// Answers to requests over every operation must equal the recorded ones, byte for byte. To renew the recording on
// purpose: npx vitest run --project worker test/worker/recorded.test.ts -u

const slices: Record<string, (recorder: Recorder) => Promise<void>> = {
  'api-keys': apiKeys,
  persons: personSlice,
  'person-logs': personLogs,
  accounts: accountSlice,
  pages: pageSlice,
  audiences: audienceSlice,
  versions,
  'page-links': pageLinks,
  topics: topicSlice,
  visits: visitSlice,
  imports,
  erasure,
  protocol: (recorder) => protocol(recorder, { document, tracker }),
  faults,
  'sign-in': signIn,
  websites: websiteSlice,
  'share-links': shareLinks,
  annotations: annotationSlice,
  views: viewSlice,
  events: eventSlice,
  webhooks: webhookSlice,
  alerts: alertSlice,
};

/**
 * Each slice has its own hour, and visits cross the midnight before a leap day. The time is in the future: D1's own
 * times, which are compared with it, must not be later.
 */
const firstHour = Date.UTC(2040, 1, 28, 14, 58);
const hour = 3_600_000;

const recorders = new Map<string, Recorder>();

beforeAll(async () => {
  // Does not print what the service logs of failures that the test causes.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ['Date'], now: firstHour });
  for (const [index, [name, slice]] of Object.entries(slices).entries()) {
    const recorder = new Recorder(firstHour + index * hour);
    await slice(recorder);
    recorders.set(name, recorder);
  }
});

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each(Object.keys(slices))('%s: every answer is as recorded', async (name) => {
  await expect(recorders.get(name)?.text).toMatchFileSnapshot(`../fixtures/recorded/${name}.txt`);
});

test('there is a request for every operation', async () => {
  const counts = new Map(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' && !otherRoutes.has(path))
      .map(({ method, path }): [string, number] => [`${method} ${path}`, 0]),
  );
  for (const request of [...recorders.values()].flatMap(({ asked }) => asked)) {
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
