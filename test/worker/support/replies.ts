import type { List } from '../../../src/lib/cursor.ts';
import type { PersonLogBatchResult } from '../../../src/people/logs/body-schemas.ts';
import { type Problem, type Reply, type RequestOptions, send } from './client.ts';

/** A time as answers have it. */
export const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** The entity tag of an answer. */
export const etagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? 'none';

/** Status and error code of an answer. */
export const outcome = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as Problem | undefined)?.code,
];

/** `in path code` of every violation, sorted. A value may violate two rules with the same code. */
export const violationsOf = ({ body }: { body: Problem }) =>
  [...new Set(body.errors?.map(({ in: part, path, code }) => `${part} ${path} ${code}`))].sort();

/** `path code` of the violations of each write of a batch; null for one that was written. */
export const faultsOf = ({ results }: PersonLogBatchResult) =>
  results.map(
    ({ problem }) => problem && (problem.errors ?? []).map(({ path, code }) => `${path} ${code}`).sort(),
  );

/** The body of an answer that must be successful. */
export async function ok<T>(work: Promise<Reply<T>>): Promise<T> {
  const { status, body, text } = await work;
  expect(status, text).toBeLessThan(300);
  return body;
}

type Page = Pick<List<unknown>, 'hasMore' | 'nextCursor'>;
/** The pages of a list. `read` gets the end of a query, with the cursor of the page. */
export async function* pagesOf<P extends Page>(read: (next: string) => Promise<P>): AsyncGenerator<P> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: P = await read(cursor && `&cursor=${cursor}`);
    yield page;
    cursor = page.hasMore ? page.nextCursor : null;
  }
}

/** All items of a list, page by page. The path has a query. */
export async function allOf<T>(path: string, limit = 100, options?: RequestOptions): Promise<T[]> {
  const read = (next: string) =>
    ok(send<List<T>>('GET', `${path}&limit=${limit}${next}`, undefined, options));
  return (await Array.fromAsync(pagesOf(read))).flatMap(({ items }) => items);
}

/** Sends a request. Checks that it costs one round trip, or none when it is refused unread, and answers JSON. */
export async function once<T>(method: string, path: string, body?: unknown, options?: RequestOptions) {
  const reply = await send<T>(method, path, body, options);
  const what = `${method} ${path}: ${reply.text}`;
  expect(reply.cost.trips, what).toBe(reply.status === 400 ? 0 : 1);
  const type = { 304: null, 200: 'application/json', 201: 'application/json' }[reply.status];
  expect(reply.headers.get('content-type'), what).toBe(
    type === undefined ? 'application/problem+json' : type,
  );
  return reply;
}

/** All items of a list, page by page; `between` runs after each page. */
export async function walk<T>(path: string, limit: number, between: () => Promise<unknown> = async () => {}) {
  const items: T[] = [];
  const read = async (next: string) => (await once<List<T>>('GET', `${path}?limit=${limit}${next}`)).body;
  for await (const page of pagesOf(read)) {
    expect(page.items.length).toBeLessThanOrEqual(limit);
    expect(page.hasMore).toBe(page.nextCursor !== null);
    items.push(...page.items);
    await between();
  }
  return items;
}
