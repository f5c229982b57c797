/** Bindings of wrangler.toml. */
export interface Env {
  DB: D1Database;
  VISITS: Queue;
  RATE_LIMITER: RateLimit;
  RATE_LIMIT_POLICY: string;
  VISIT_ORIGINS: string;
}

/** A request while it is handled. */
export interface Call {
  request: Request;
  env: Env;
  url: URL;
  /** Who writes, for events. */
  actor?: object;
  db: Db;
  /** Header fields of the answer. */
  headers: Record<string, string>;
}

/** A D1 session that adds up the cost of its batches. */
export class Db {
  readonly #session: D1DatabaseSession;
  #trips = 0;
  #read = 0;
  #written = 0;
  #milliseconds = 0;

  constructor(database: D1Database) {
    this.#session = database.withSession('first-primary');
  }

  /** A statement with its values, numbered from ?1. */
  sql(text: string, ...values: unknown[]): D1PreparedStatement {
    return this.#session.prepare(text).bind(...values);
  }

  /** Runs statements in one transaction and one round trip. Returns the rows of each. */
  async batch<T extends unknown[][]>(statements: D1PreparedStatement[]): Promise<T> {
    const start = Date.now();
    const results = await this.#session.batch(statements);
    this.#trips++;
    this.#milliseconds += Date.now() - start;
    for (const { meta } of results) {
      this.#read += meta.rows_read;
      this.#written += meta.rows_written;
    }
    return results.map((result) => result.results) as T;
  }

  get bookmark(): string | null {
    return this.#session.getBookmark();
  }

  get serverTiming(): string {
    return `d1;dur=${this.#milliseconds};desc="trips=${this.#trips} read=${this.#read} written=${this.#written}"`;
  }
}

/** Header fields of every answer. */
export const fixedHeaders = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=15552000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

/** A refusal, and additional members of its problem document. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly members: object;

  constructor(status: number, code: string, detail: string, members: object = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.members = members;
  }
}

/** The problem document (RFC 9457) of a refusal. */
export const problemOf = ({ status, code, message, members }: Problem, { url, headers }: Call) => ({
  type: `urn:footfall:problem:${code}`,
  status,
  detail: message,
  instance: url.pathname,
  code,
  requestId: headers['x-request-id'],
  ...members,
});

/** Answers with a text, its cost, and a bookmark for the state of the database that was read. */
export function respond({ db, headers }: Call, body: string, status: number): Response {
  headers['server-timing'] = db.serverTiming;
  if (db.bookmark !== null) headers['x-d1-bookmark'] = db.bookmark;
  return new Response(body, { status, headers });
}

/** Answers with an object as JSON. */
export function json(call: Call, body: object, status = 200): Response {
  call.headers['content-type'] = 'application/json';
  return respond(call, JSON.stringify(body), status);
}

const longestBody = 1024 * 1024;

/** The JSON object in the body. Throws a Problem for anything else. */
export async function bodyOf({ request }: Call): Promise<Record<string, unknown>> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    throw new Problem(415, 'unsupported_media_type', 'Send JSON.');
  if (Number(request.headers.get('content-length') ?? longestBody) > longestBody)
    throw new Problem(413, 'payload_too_large', 'A body may have at most 1 MiB.');
  const body: unknown = await request.json().catch(() => {
    throw new Problem(400, 'invalid_json', 'The body is not JSON.');
  });
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw invalid([]);
}

/** The refusal of fields that violate a rule. */
export const invalid = (fields: string[]): Problem =>
  new Problem(400, 'validation_failed', 'The request is not valid.', {
    errors: fields.map((path) => ({ path })),
  });

/** A check of a field's value. */
type Rule = (value: unknown) => boolean;

/** The fields of an object that violate their rule, or have no rule. */
export function violations(input: Record<string, unknown>, rules: Record<string, Rule>): string[] {
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(rules, name));
  return [...unknown, ...Object.keys(rules).filter((name) => !rules[name]?.(input[name]))];
}

export const optional =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined || rule(value);
export const text =
  (longest: number): Rule =>
  (value) =>
    typeof value === 'string' && value !== '' && value.length <= longest && !/\p{Cc}/u.test(value);
export const matching =
  (pattern: RegExp): Rule =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
export const whole =
  (most: number): Rule =>
  (value) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
