import { readdirSync } from 'node:fs';
import { cloudflareTest, type D1Migration, readD1Migrations } from '@cloudflare/vitest-pool-workers';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What test/fixtures/migrations/ has of each commit, in place of the file of that name. */
const earlierMigrations = async () =>
  Object.fromEntries(
    await Promise.all(
      readdirSync('test/fixtures/migrations').map(async (commit) => [
        commit,
        await readD1Migrations(`./test/fixtures/migrations/${commit}`),
      ]),
    ),
  ) as Record<string, D1Migration[]>;

/** Milliseconds that no test takes on however busy a machine: only one that hangs meets them. */
const patience = 600_000;
const timeouts = {
  testTimeout: patience,
  hookTimeout: patience,
  teardownTimeout: patience,
  expect: { poll: { timeout: patience / 2, interval: 100 } },
};

/** The files that take longest, by a part of their path. */
const long = [
  'scale/',
  'publish',
  'beacons',
  'beside',
  'start',
  'crash',
  'cli',
  'tracker',
  'node/migrations',
  'node/',
];

/** Begins with the files that take longest, so that none of them is left over at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = long.findIndex(
        (part) => moduleId.includes(`/test/${part}`) || moduleId.includes(`/test/node/${part}`),
      );
      return found < 0 ? long.length : found;
    };
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

/** Runs tests in workerd, with wrangler.toml's bindings and some of their own. */
const inWorkerd = () =>
  cloudflareTest(async () => ({
    wrangler: { configPath: './wrangler.toml' },
    miniflare: {
      bindings: {
        MIGRATIONS: await readD1Migrations('./drizzle'),
        // Migrations as they stood in commits that databases may have been made by.
        EARLIER: await earlierMigrations(),
        RATE_LIMIT_POLICY_TIGHT: '"api-key-tight";q=5;w=60',
        VISIT_ORIGINS: 'https://www.site.example https://site.example:8443',
      },
      // A second workspace, a database to be one, and limits that a test can reach, beside wrangler.toml's.
      d1Databases: { DB_ACME: 'acme', UNMIGRATED: 'unmigrated', UPGRADED: 'upgraded' },
      ratelimits: {
        TIGHT_RATE_LIMITER: { namespace_id: '9', simple: { limit: 5, period: 60 } },
        // The tier `tight` of keys.
        RATE_LIMITER_TIGHT: { namespace_id: '10', simple: { limit: 5, period: 60 } },
      },
    },
  }));

/** Left out by npm run test:fast, which takes what a minute of work may break: these take seconds each. */
const slow = [
  ...['scale/**', 'worker/models/**', 'worker/http/routes.test.ts', 'worker/http/bad-input*.test.ts'],
  ...[
    'worker/*/search.test.ts',
    'worker/audiences/**',
    'worker/topics/**',
    'worker/versions/publish-races.test.ts',
  ],
  ...[
    'worker/sessions/{analytics,close}.test.ts',
    'worker/db/upgrade.test.ts',
    'worker/page-links/page-links.test.ts',
  ],
  ...['node/{beacons,beside,cli,crash,floor,migrations,publish,site,start,tracker,upload,visits}.test.ts'],
].map((files) => `test/${files}`);

export default defineConfig(({ mode }) => ({
  test: {
    exclude: mode === 'fast' ? slow : [],
    // Half of the tests outside wait for processes.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [inWorkerd()],
        test: {
          name: 'worker',
          include: ['test/worker/**/*.test.ts'],
          setupFiles: ['test/worker/support/setup.ts'],
          // A workerd and its databases take seconds to start: files share them, and each begins with them empty.
          isolate: false,
          ...timeouts,
        },
      },
      {
        plugins: [inWorkerd()],
        test: {
          name: 'scale',
          include: ['test/scale/**/*.test.ts'],
          setupFiles: ['test/worker/support/setup.ts'],
          ...timeouts,
        },
      },
      { test: { name: 'node', include: ['test/node/**/*.test.ts'], ...timeouts } },
    ],
  },
}));
