import type { Context } from 'hono';
import { limitOfTier } from '../../config/limits.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { byteOrderMark } from '../../http/csv/cells.ts';
import { type Columns, columnsFor, type Item, linesOf } from '../../http/csv/table.ts';
import { waitForToken } from '../../http/middleware/rate-limit.ts';
import { hashApiKey } from '../../lib/api-key.ts';
import { report } from '../../lib/report.ts';
import { verifyKey } from '../api-keys/verify.ts';
import { keyIn } from './api-key.ts';

/** Items, some at a time. */
export type Batches = AsyncGenerator<readonly Item[], void>;

const utf8 = new TextEncoder();

/** What a batch after the first needs: a token of the limit, and that the key works. Throws `invalid_api_key`. */
async function beforeBatch(c: Context<AppEnv>): Promise<void> {
  const hash = hashApiKey(keyIn(c));
  await waitForToken(c, limitOfTier(c.env, c.var.apiKey.limitTier), hash);
  await verifyKey(c.var.db, hash, () => Promise.resolve());
}

/**
 * Answers with a CSV file (RFC 4180) of all items, in UTF-8 with a byte order mark. Batches are read one at a time, as
 * the client takes them. Until the first is read, an error is a problem. If one comes later, the answer breaks off: the
 * connection ends without the last chunk, so that the client knows that lines are missing.
 */
export async function csvAnswer(c: Context<AppEnv>, columns: Columns, batches: Batches): Promise<Response> {
  const first = (await batches.next()).value ?? [];
  const { head, lines } = linesOf(columnsFor(columns, new URL(c.req.url).searchParams, first));
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(utf8.encode(byteOrderMark + head + lines(first)));
      },
      async pull(controller) {
        try {
          await beforeBatch(c);
          const { done, value } = await batches.next();
          if (done) controller.close();
          else controller.enqueue(utf8.encode(lines(value)));
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
