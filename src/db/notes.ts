import { sql } from 'drizzle-orm';
import { dayMs, minuteMs } from '../lib/durations.ts';
import { FootfallError } from '../lib/errors.ts';
import { report } from '../lib/report.ts';
import { within } from '../lib/within.ts';
import { type Bound, build, type Param, statement } from './statement.ts';
import { serviceDays, serviceErrors } from './tables/system.ts';

/**
 * After how many rows an isolate notes that it has written so many: one row in ten thousand is the price of the estimate. A
 * batch of 100 logs writes 1,300, and must not end in a note each time.
 */
export const notedRows = 10_000;

/** Where in these an isolate begins. At random, so that those which end early make the estimate no smaller. */
export const sampling = { start: () => Math.random() * notedRows };

/** How many kinds of errors are kept, and how many an isolate has in its hands. */
export const mostErrors = 50;
const mostHeld = 20;

/**
 * How long an isolate waits between two notes of errors, in milliseconds, and after the first error: a database that has just
 * failed is not asked again for it. A later request, batch or run writes them.
 */
const errorPause = { between: minuteMs, first: 5000 };

/** How long a note may take, in milliseconds. Nobody waits for it. */
const deadline = 5000;

/**
 * What an error is, in a word: its code, that of SQLite, or its class. Its message may have values of people in it, so it
 * stays in the log.
 */
export function whatOf(error: unknown): string {
  if (error instanceof FootfallError) return error.code;
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = cause.message.match(/\bSQLITE_[A-Z_]{1,40}/g)?.at(-1);
  return code ?? (/^[A-Za-z]{1,40}$/.exec(error.name)?.[0] || 'Error');
}

const addRows = statement(({ day, rows }: { day: Param<number>; rows: Param<number> }) =>
  build
    .insert(serviceDays)
    .values({ day: sql`${day}`, rowsWritten: sql`${rows}` })
    .onConflictDoUpdate({
      target: serviceDays.day,
      set: { rowsWritten: sql`${serviceDays.rowsWritten} + excluded.rows_written` },
    }),
);

const addErrors = statement(({ errors, now }: { errors: Param<string>; now: Param<number> }) =>
  build
    .insert(serviceErrors)
    .select(
      sql`select item.value ->> 'place', item.value ->> 'what', item.value ->> 'count', ${now}, ${now},
        item.value ->> 'requestId' from json_each(${errors}) as item where true`,
    )
    .onConflictDoUpdate({
      target: [serviceErrors.place, serviceErrors.what],
      set: {
        count: sql`${serviceErrors.count} + excluded.count`,
        lastAt: sql`excluded.last_at`,
        requestId: sql`coalesce(excluded.request_id, ${serviceErrors.requestId})`,
      },
    }),
);

const dropErrors = statement(
  () => sql`delete from ${serviceErrors} where (place, what) in (
    select place, what from ${serviceErrors} order by last_at desc limit -1 offset ${sql.raw(String(mostErrors))})`,
);

/** An error that this isolate has not written yet. */
interface Held {
  place: string;
  what: string;
  count: number;
  requestId: string | undefined;
}

/** What this isolate knows of a database, and writes with few rows: never a row for a request. */
export class Notes {
  /** The size of the database, in bytes, as D1 said it last. */
  size: number | undefined;
  readonly #binding: D1Database;
  #rows = sampling.start();
  readonly #errors = new Map<string, Held>();
  #errorsFrom = 0;

  constructor(binding: D1Database) {
    this.#binding = binding;
  }

  /** Takes what D1 said of the statements of a batch. */
  take(metas: readonly D1Meta[]): void {
    for (const { rows_written, size_after } of metas) {
      this.#rows += rows_written;
      if (size_after) this.size = size_after;
    }
  }

  /** Takes an error of the service itself. */
  takeError(place: string, error: unknown, requestId?: string): void {
    const now = Date.now();
    if (this.#errors.size === 0) this.#errorsFrom = Math.max(this.#errorsFrom, now + errorPause.first);
    // A clock that was set back must not hold errors for longer than the pause.
    this.#errorsFrom = Math.min(this.#errorsFrom, now + errorPause.between);
    const what = whatOf(error);
    const key = JSON.stringify([place, what]);
    const held = this.#errors.get(key);
    if (held) {
      held.count += 1;
      held.requestId = requestId ?? held.requestId;
    } else if (this.#errors.size < mostHeld) this.#errors.set(key, { place, what, count: 1, requestId });
  }

  /** Whether there is something to write now. */
  isDue(now: number): boolean {
    return this.#rows >= notedRows || (this.#errors.size > 0 && now >= this.#errorsFrom);
  }

  /** The statements of what is to be written now. */
  #due(now: number): Bound[] {
    const thousands = Math.max(0, Math.floor(this.#rows / notedRows) * notedRows);
    this.#rows -= thousands;
    const errors = now >= this.#errorsFrom ? [...this.#errors.values()] : [];
    if (errors.length > 0) {
      this.#errors.clear();
      this.#errorsFrom = now + errorPause.between;
    }
    return [
      ...(thousands > 0 ? [addRows({ day: Math.floor(now / dayMs), rows: thousands })] : []),
      ...(errors.length > 0 ? [addErrors({ errors: JSON.stringify(errors), now }), dropErrors({})] : []),
    ];
  }

  /** Writes what is due, if anything is. What cannot be written is lost: nothing depends on it. */
  async write(now: number): Promise<void> {
    if (!this.isDue(now)) return;
    const due = this.#due(now);
    const session = this.#binding.withSession('first-primary');
    try {
      await within(
        deadline,
        () => session.batch(due.map(({ text, params }) => session.prepare(text).bind(...params))),
        () => new Error('D1 has not answered in time.'),
      );
    } catch (error) {
      report('note what the service did', error, {});
    }
  }
}

const notes = new WeakMap<D1Database, Notes>();

/** What this isolate notes of a database. */
export function notesOf(binding: D1Database): Notes {
  const known = notes.get(binding);
  if (known) return known;
  const made = new Notes(binding);
  notes.set(binding, made);
  return made;
}
