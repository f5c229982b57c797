import type { Bindings } from '../config/bindings.ts';
import type { Database, Meter } from '../db/client.ts';
import type { VerifiedKey } from '../lib/api-key.ts';
import type { Violation } from '../lib/errors.ts';
import type { Columns } from './csv/cells.ts';

/**
 * Values that middleware sets for handlers. Only routes under /v0 have `db`, `workspace` and `apiKey`. What runs in every
 * request reads them by `c.get`, because `c.var` copies all of them each time.
 */
interface Variables {
  requestId: string;
  meter: Meter;
  db: Database;
  /** Set when `db` waits little for D1, as a copy can answer: opens a database that waits as long as any. */
  openPatiently?: () => Database;
  /** The workspace of the key. */
  workspace: string;
  apiKey: VerifiedKey;
  /** Set for a visit that came while D1 did not answer: the SHA-256 of its key, and its origin, if unverified. */
  unverified?: { keyHash: string; origin?: string };
  /** Set when the request has the address of a website, by a first-party path. */
  isOfWebsite?: boolean;
  /** Set when the rate limiter failed in this request, so that it is not asked again. */
  isUnlimited?: boolean;
  /** The most bytes of the body, where they differ from other routes. */
  largestBody?: number;
  /** How many items a page has, where the service asks itself for one: more than it gives others. */
  itemsAtOnce?: number;
  /** The columns of the answer, if it is to be a CSV file and the route reads its items itself. */
  csvColumns?: Columns;
  /** The JSON body as it was sent. */
  sent: unknown;
  /** JSON source text of each payload in the body, by dotted path. */
  sources: Map<string, string>;
  /** Violations in headers and in the body's text, which the route throws: see http/validate.ts. */
  violations?: Violation[];
  /** How many more violations the body's text has than `violations` names. */
  unlisted?: number;
}

export interface AppEnv {
  Bindings: Bindings;
  Variables: Variables;
}
