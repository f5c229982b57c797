import path from 'node:path';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keepInMemory } from './test/memory.ts';
import { demoFolder } from './test/node/demo.ts';
import { seedOf } from './test/seed.ts';
import { filesThatWait, seconds, slowFiles } from './test/selection.ts';
import { Times } from './test/times.ts';

keepInMemory();

/** Which cases of each matrix npm test takes: test/turns.ts. */
process.env.TEST_SEED ??= String(Math.floor(Date.now() / 1000));
const seed = seedOf(process.env.TEST_SEED);

/** Only npm test leaves files out, because scripts/verify.ts sets TEST_TURNS=1. */
const waiting = process.env.TEST_TURNS === '1' ? filesThatWait(seed) : [];

/** A time in milliseconds that only a test that hangs exceeds, even on a busy machine. */
const patience = 600_000;
const timeouts = {
  testTimeout: patience,
  hookTimeout: patience,
  teardownTimeout: patience,
  expect: { poll: { timeout: patience / 2, interval: 100 } },
};

/** The projects in the order in which they begin: a worker that changes its project starts workerd or Chromium anew. */
const order = ['faults', 'scale', 'node', 'console', 'worker', 'console-unit'];

/** Starts the files of a project that take longest first, so that none of them still runs at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => order.indexOf(project.name);
    const time = ({ moduleId }: TestSpecification) => seconds[path.relative('.', moduleId)] ?? 0;
    return files.toSorted((a, b) => place(a) - place(b) || time(b) - time(a));
  }
}

/** What test/faults/ runs: the seeds of npm test, or those of npm run faults. */
const faultsOf = ({ FAULTS_SEED = '1', FAULTS_RUNS, FAULTS_STEPS = '150' }: NodeJS.ProcessEnv) => ({
  seed: Number(FAULTS_SEED),
  runs: Number(FAULTS_RUNS ?? 20),
  areChosen: FAULTS_RUNS !== undefined,
  steps: Number(FAULTS_STEPS),
});

/**
 * What test/worker/models/{sessions,visitors,timelines,alerts,identifiers,publishing,experiments,campaigns,person-exports}.test.ts run. MODEL_SHRINK=1 looks for the smallest story that fails.
 * MODEL_PATH is the place of one story, as a failure prints it.
 */
const modelsOf = ({
  MODEL_SEED = '1',
  MODEL_RUNS,
  MODEL_SHRINK = '',
  MODEL_PATH = '',
}: NodeJS.ProcessEnv) => ({
  seed: Number(MODEL_SEED),
  runs: {
    sessions: Number(MODEL_RUNS ?? 20),
    visitors: Number(MODEL_RUNS ?? 12),
    timelines: Number(MODEL_RUNS ?? 15),
    alerts: Number(MODEL_RUNS ?? 2),
    identifiers: Number(MODEL_RUNS ?? 1),
    publishing: Number(MODEL_RUNS ?? 25),
    experiments: Number(MODEL_RUNS ?? 20),
    campaigns: Number(MODEL_RUNS ?? 8),
    personExports: Number(MODEL_RUNS ?? 9),
  },
  areChosen: MODEL_RUNS !== undefined || MODEL_SHRINK !== '' || MODEL_PATH !== '',
  isShrunk: MODEL_SHRINK !== '',
  path: MODEL_PATH,
});

/** Runs tests in workerd, with the bindings of wrangler.toml and some more. */
const inWorkerd = () =>
  cloudflareTest(async () => ({
    // From the sources: dist/ may be old, or not be there.
    main: './src/index.ts',
    wrangler: { configPath: './wrangler.toml' },
    miniflare: {
      bindings: {
        MIGRATIONS: await readD1Migrations('./drizzle'),
        RATE_LIMIT_POLICY_TIGHT: '"api-key-tight";q=5;w=60',
        VISIT_ORIGINS: 'https://www.site.example https://site.example:8443',
        FAULTS: faultsOf(process.env),
        MODELS: modelsOf(process.env),
      },
      // Its messages wait: a test starts the work of webhooks itself.
      queueProducers: { WEBHOOKS: { queueName: 'held-webhooks' } },
      // A second workspace, two more databases, a store of copies and limits that a test can reach, in addition to those of
      // wrangler.toml.
      kvNamespaces: { COPIES_OF_TESTS: 'copies' },
      d1Databases: { DB_ACME: 'acme', UNMIGRATED: 'unmigrated', UPGRADED: 'upgraded' },
      ratelimits: {
        TIGHT_RATE_LIMITER: { namespace_id: '9', simple: { limit: 5, period: 60 } },
        // The tier `tight` of keys.
        RATE_LIMITER_TIGHT: { namespace_id: '10', simple: { limit: 5, period: 60 } },
      },
    },
  }));

/** Tests in workerd load a package that is no module as esbuild makes one of it. */
const commonJs = { optimizer: { ssr: { enabled: true, include: ['ipaddr.js'] } } };

export default defineConfig(({ mode }) => ({
  test: {
    exclude: mode === 'fast' ? slowFiles() : waiting,
    provide: { seed, demo: demoFolder() },
    // Most tests of node and console wait for processes.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new Times(seed)],
    projects: [
      {
        plugins: [inWorkerd()],
        test: {
          name: 'worker',
          deps: commonJs,
          globals: true,
          include: ['test/worker/**/*.test.ts'],
          setupFiles: ['test/worker/support/setup.ts'],
          // Starting workerd and its databases takes seconds. So files share them, and each file begins with empty
          // databases.
          isolate: false,
          ...timeouts,
        },
      },
      {
        plugins: [inWorkerd()],
        test: {
          name: 'scale',
          deps: commonJs,
          globals: true,
          include: ['test/scale/**/*.test.ts'],
          setupFiles: ['test/worker/support/setup.ts'],
          ...timeouts,
        },
      },
      {
        plugins: [inWorkerd()],
        test: {
          name: 'faults',
          deps: commonJs,
          globals: true,
          include: ['test/faults/**/*.test.ts'],
          setupFiles: ['test/worker/support/setup.ts'],
          ...timeouts,
        },
      },
      {
        test: {
          name: 'node',
          include: ['test/node/**/*.test.ts'],
          exclude: ['test/node/console/**'],
          // No file that is fast starts a server.
          globalSetup: mode === 'fast' ? [] : ['test/node/migrated.ts'],
          // A process for each file would load the same modules again. Each file stops what it has started.
          isolate: false,
          ...timeouts,
        },
      },
      {
        // The client's sources: dist/ may be old, or not be there.
        resolve: {
          alias: { '@footfall/client': new URL('packages/client/src/index.ts', import.meta.url).pathname },
        },
        test: {
          name: 'console-unit',
          include: ['test/console/**/*.test.ts'],
          setupFiles: ['test/console/setup.ts'],
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'console',
          include: ['test/node/console/**/*.test.ts'],
          // The files of a worker share a browser, and a page.
          isolate: false,
          setupFiles: ['test/node/console/setup.ts'],
          globalSetup: ['test/node/console/service.ts'],
          ...timeouts,
        },
      },
    ],
  },
}));
