import type { RequestIdVariables } from 'hono/request-id';
import type { VerifiedKey } from '../api-keys/cache.ts';
import type { Bindings } from '../bindings.ts';
import type { Database } from '../db/client.ts';
import type { Meter } from '../db/meter.ts';
import type { Violation } from '../lib/errors.ts';

/** What middleware leaves for handlers; `db`, `workspace` and `apiKey` on routes under /v0 only. */
export interface Variables extends RequestIdVariables {
  meter: Meter;
  db: Database;
  /** The workspace of the key. */
  workspace: string;
  apiKey: VerifiedKey;
  /** The rate limiter failed in this request and is not asked again. */
  isUnlimited?: boolean;
  /** JSON source text of each payload in the body, by dotted path. */
  sources: Map<string, string>;
  /** What breaks a rule in headers and in the body's text, for the route to throw: see http/violations.ts. */
  violations?: Violation[];
}

export interface AppEnv {
  Bindings: Bindings;
  Variables: Variables;
}
