import { env } from 'cloudflare:workers';
import { wholeApp } from '../../../src/app.ts';
import { sampling } from '../../../src/db/notes.ts';
import { wakerOf } from '../../../src/db/wake.ts';
import { looks } from '../../../src/worker/queues.ts';
import { forgetKeys } from './client.ts';
import { emptyDatabase } from './empty.ts';
import { unboundedSteps } from './plans.ts';
import { newStatements, recordStatements } from './statements.ts';

/** What this file uses of Vite's ModuleRunner, which Vitest extends. */
interface Runner {
  evaluatedModules: { getModuleByUrl(url: string): { evaluated: boolean } | undefined };
  cachedModule(this: Runner, url: string, importer?: string): Promise<object>;
}

// What the Worker imports on call is there before, and is not asked for again. Vitest asks Node for a module at each import()
// and shares the answer among the requests that wait for it: workerd cancels those that did not ask. In the bundle an import()
// waits for nothing.
const { moduleRunner: runner } = (globalThis as unknown as { __vitest_mocker__: { moduleRunner: Runner } })
  .__vitest_mocker__;
const { cachedModule } = Object.getPrototypeOf(Object.getPrototypeOf(runner)) as Runner;
runner.cachedModule = async (url, importer) => {
  const known = runner.evaluatedModules.getModuleByUrl(url);
  return known?.evaluated ? known : cachedModule.call(runner, url, importer);
};
await Promise.all([
  wholeApp(),
  import('../../../src/access/middleware/csv-answer.ts'),
  import('../../../src/content/versions/worker/consume.ts'),
  import('../../../src/mcp/server/server.ts'),
  import('../../../src/outbound/alerts/worker/fire.ts'),
  import('../../../src/outbound/webhooks/worker/consume.ts'),
  import('../../../src/visits/beacons/worker/consume.ts'),
  import('../../../src/worker/cron.ts'),
  import('../../../src/worker/queues.ts'),
]);

// Test files share a workerd and run one after the other. Each begins with empty databases and new keys.
for (const database of [env.DB, env.DB_ACME]) await emptyDatabase(database);
forgetKeys();
recordStatements();
// Otherwise it is random after how many rows an isolate notes them.
sampling.start = () => Number.NEGATIVE_INFINITY;
// And a batch of a queue would look now and then whether the cron runs.
looks.from = Number.POSITIVE_INFINITY;
// The numbers of events begin anew, so the sender forgets what an earlier file has woken it for.
const forgetRings = wakerOf(
  { ...env, WEBHOOKS: { send: async () => undefined } as unknown as Queue },
  'main',
);
forgetRings?.(0);

// No file leaves its clock or its mocks to the next.
afterAll(() => vi.useRealTimers().restoreAllMocks());
// Every statement that a test causes must read a bounded number of rows.
afterAll(async () => {
  const unbounded = await unboundedSteps(newStatements());
  const advice =
    'statements that read rows without a bound: add an index, or a reason in support/plan-exceptions.ts';
  expect(unbounded, `${advice}\n${unbounded.join('\n')}`).toEqual([]);
});
