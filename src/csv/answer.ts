import type { Context } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { report } from '../lib/report.ts';
import { byteOrderMark } from './cells.ts';
import { type Columns, type Item, Table } from './table.ts';

/** Items, some at a time. */
export type Batches = AsyncGenerator<readonly Item[], void>;

const utf8 = new TextEncoder();

/**
 * Answers with a CSV file (RFC 4180) of all items, in UTF-8 with a byte order mark. Batches are read one at a time, as
 * the client takes them. Until the first is read, an error is a problem. If one comes later, the answer breaks off: the
 * connection ends without the last chunk, so that the client knows that lines are missing.
 */
export async function csvAnswer(c: Context<AppEnv>, columns: Columns, batches: Batches): Promise<Response> {
  const first = (await batches.next()).value ?? [];
  const table = new Table(columns, first);
  const lines = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(utf8.encode(byteOrderMark + table.head() + table.lines(first)));
      },
      async pull(controller) {
        try {
          const { done, value } = await batches.next();
          if (done) controller.close();
          else controller.enqueue(utf8.encode(table.lines(value)));
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
  return c.body(lines, 200, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${c.req.path.split('/').at(-1)}.csv"`,
    Vary: 'Accept',
  });
}
