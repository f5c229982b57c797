import type { D1Migration } from '@cloudflare/vitest-pool-workers';
import type { Bindings } from '../../../src/config/bindings.ts';

declare global {
  interface ImportMeta {
    /** Set by Vite: `bench` in npm run bench:search. */
    readonly env: { MODE: string };
  }
  namespace Cloudflare {
    interface Env extends Bindings {
      MIGRATIONS: D1Migration[];
      /** Which seeds test/faults/ runs, for how many steps, and whether they were asked for. */
      FAULTS: { seed: number; runs: number; steps: number; areChosen: boolean };
      /** Which random stories test/worker/models/{sessions,visitors,timelines,alerts,identifiers,publishing,experiments,campaigns,person-exports}.test.ts run. */
      MODELS: {
        seed: number;
        runs: Record<
          | 'sessions'
          | 'visitors'
          | 'timelines'
          | 'alerts'
          | 'identifiers'
          | 'publishing'
          | 'experiments'
          | 'campaigns'
          | 'personExports',
          number
        >;
        /** Whether stories were asked for. Otherwise they have turns. */
        areChosen: boolean;
        isShrunk: boolean;
        path: string;
      };
      UPGRADED: D1Database;
      TIGHT_RATE_LIMITER: RateLimit;
      COPIES_OF_TESTS: KVNamespace;
      DB_ACME: D1Database;
      UNMIGRATED: D1Database;
    }
    interface GlobalProps {
      mainModule: typeof import('../../../../src/index.ts');
    }
  }
}
