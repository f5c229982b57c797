import type { RequestIdVariables } from 'hono/request-id';
import type { VerifiedKey } from './api-keys/cache.ts';
import type { Database } from './db/client.ts';
import type { Meter } from './db/meter.ts';
import type { Violation } from './lib/errors.ts';
import type { Job } from './processing/jobs.ts';
import type { VisitMessage } from './visits/schemas.ts';

/** Bindings of wrangler.toml. `DB` is the workspace `main`, `DB_ACME` the workspace `acme`. */
export interface Bindings {
  DB: D1Database;
  [workspace: `DB_${string}`]: D1Database;
  ASSETS: Fetcher;
  /** Where publishing is queued; src/processing/ consumes it. */
  JOBS: Queue<Job>;
  /** Where visits wait to be merged into sessions. */
  VISITS: Queue<VisitMessage>;
  /** Origins of the websites whose browsers may send visits, with spaces between; none if unset. */
  VISIT_ORIGINS?: string;
  /** Days after which a session is removed, its numbers kept; unset or empty for never. */
  SESSION_RETENTION_DAYS?: string;
  RATE_LIMITER: RateLimit;
  /** The limit of RATE_LIMITER in words of the RateLimit header fields draft. */
  RATE_LIMIT_POLICY: string;
  /** How many forms that name their sender an address may send; 60 in 10 minutes if unset. */
  FORM_RATE_LIMIT_POLICY?: string;
}

/** What middleware leaves for handlers; `db`, `workspace` and `apiKey` on routes under /v0 only. */
export interface Variables extends RequestIdVariables {
  meter: Meter;
  db: Database;
  /** The workspace of the key. */
  workspace: string;
  apiKey: VerifiedKey;
  /** The rate limiter failed in this request and is not asked again. */
  isUnlimited?: boolean;
  /** JSON source text of each `payload` in the body, in order. */
  payloads: string[];
  /** What breaks a rule in headers and in the body's text, for the route to throw: see http/violations.ts. */
  violations?: Violation[];
}

export interface AppEnv {
  Bindings: Bindings;
  Variables: Variables;
}
