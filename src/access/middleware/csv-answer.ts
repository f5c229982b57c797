import type { Context } from 'hono';
import { limitOfTier } from '../../config/limits.ts';
import { mostStatements } from '../../db/client.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { byteOrderMark, type Columns, columnsFor, type Item, linesOf } from '../../http/csv/cells.ts';
import { type Answer, itemsOf, nextOf, pagesIn, readAnswer } from '../../http/csv/items.ts';
import { type Fetch, innerRequest } from '../../http/middleware/inner.ts';
import { waitForToken } from '../../http/middleware/rate-limit.ts';
import { hashApiKey } from '../../lib/api-key.ts';
import { FootfallError } from '../../lib/errors.ts';
import { inTurns } from '../../lib/in-turns.ts';
import { report } from '../../lib/report.ts';
import { keyIn, verifyKey } from './api-key.ts';

/** Items, some at a time. */
type Batches = AsyncGenerator<readonly Item[], void>;

const utf8 = new TextEncoder();

/** What a batch after the first needs: a token of the limit, and that the key works. Throws `invalid_api_key`. */
async function beforeBatch(c: Context<AppEnv>): Promise<void> {
  const hash = hashApiKey(keyIn(c));
  await waitForToken(c, limitOfTier(c.env, c.var.apiKey.limitTier), hash);
  await verifyKey(c.var.db, hash, () => Promise.resolve());
}

/**
 * Answers with a CSV file (RFC 4180) of all items, in UTF-8 with a byte order mark. Batches are read one at a time, as
 * the client takes them, and become lines in turns with other requests. Until the first is read, an error is a problem. If one comes later, the answer breaks off: the
 * connection ends without the last chunk, so that the client knows that lines are missing.
 */
export async function csvAnswer(c: Context<AppEnv>, columns: Columns, batches: Batches): Promise<Response> {
  const first = (await batches.next()).value ?? [];
  const { head, lines } = linesOf(columnsFor(columns, new URL(c.req.url).searchParams, first));
  async function* texts(): AsyncGenerator<string, void> {
    yield byteOrderMark + head;
    for (let batch: readonly Item[] | undefined = first; batch; ) {
      for await (const some of inTurns(batch)) yield lines(some);
      await beforeBatch(c);
      batch = (await batches.next()).value ?? undefined;
    }
  }
  const written = texts();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await written.next();
          if (done) controller.close();
          else controller.enqueue(utf8.encode(value));
        } catch (error) {
          report('a CSV answer broke off', error, { requestId: c.var.requestId });
          controller.error(error);
        }
      },
      async cancel() {
        await batches.return();
      },
    },
    { highWaterMark: 0 },
  );
  return c.body(body, 200, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${c.req.path.split('/').at(-1)}.csv"`,
    Vary: 'Accept',
  });
}

/** Items of a page: 100, as of any list, and more where none has a long text. */
export const itemsAtOnce: Record<string, number> = {
  '/v0/persons/search': 1000,
  '/v0/accounts': 1000,
  '/v0/page_links/search': 500,
  '/v0/analytics/breakdown': 2000,
  '/v0/pages/:page_id/analytics/breakdown': 2000,
  '/v0/analytics/accounts': 2000,
  '/v0/analytics/persons': 2000,
  '/v0/analytics/breakdowns': 2000,
  '/v0/pages/:page_id/analytics/breakdowns': 2000,
  '/v0/analytics/audiences': 2000,
};

/** The path and the query of a page of the JSON answer. One about several dimensions goes on as one about each. */
function pathOf(c: Context<AppEnv>, cursor?: string, by?: string): string {
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.delete('format');
  if (cursor !== undefined) searchParams.set('cursor', cursor);
  if (by === undefined) return `${pathname}?${searchParams}`;
  searchParams.set('by', by);
  return `${pathname.replace(/s$/, '')}?${searchParams}`;
}

const tooManyRows = (detail: string) =>
  new FootfallError('too_many_rows', `${detail} Ask for fewer, by a shorter range or a filter.`);

/** Throws `too_many_rows` unless one request can read all items of a list, of which it has read the first page. */
function assertReadable({ totalCount }: Answer, atOnce: number, statements: number): void {
  const most = Math.floor(mostStatements / statements) * atOnce;
  if (totalCount && totalCount > most)
    throw tooManyRows(`The list has ${totalCount} items, and a CSV file at most ${most}.`);
}

/** Answers with a CSV file of a list or of analytics, whose pages are requests to itself. Throws `too_many_rows`. */
export async function csvOfList(
  c: Context<AppEnv>,
  fetch: Fetch,
  route: string,
  columns: Columns,
): Promise<Response> {
  const atOnce = itemsAtOnce[route] ?? 100;
  const ask = (...page: [cursor?: string, by?: string | undefined]) =>
    fetch(innerRequest(c, pathOf(c, ...page), {}, atOnce), c.env, c.executionCtx as ExecutionContext);
  const { meter } = c.var;
  // Those that looked up the key, if it was not known.
  const before = meter.statements;
  const response = await ask();
  if (!response.ok) return response;
  const first = readAnswer(await response.text(), columns);
  const statements = meter.statements - before;
  assertReadable(first, atOnce, statements);

  async function* pages(): Batches {
    let read: Item[] = [];
    for (const { by, ...page } of pagesIn(first)) {
      read.push(...itemsOf(page, columns, by));
      for (let cursor = nextOf(page); cursor !== null; ) {
        yield read;
        if (meter.statements + statements > mostStatements) throw tooManyRows('The list is too long.');
        const next = await ask(cursor, by);
        const text = await next.text();
        if (!next.ok) throw new Error(`a page of the list is a ${next.status}: ${text}`);
        const answer = readAnswer(text, columns);
        cursor = nextOf(answer);
        read = itemsOf(answer, columns, by);
      }
    }
    yield read;
  }
  const answer = await csvAnswer(c, columns, pages());
  if (first.wholeDaysBefore) answer.headers.set('X-Whole-Days-Before', first.wholeDaysBefore);
  return answer;
}
