import { and, desc, eq, sql } from 'drizzle-orm';
import { dayMs, minuteMs } from '../lib/durations.ts';
import { FootfallError } from '../lib/errors.ts';
import { type IdPrefix, newId, withIdsOf } from '../lib/ids.ts';
import { isWrite } from './actor.ts';
import { insertWhere } from './sql.ts';
import { type Bound, build, type Param, type ParamsOf, statement } from './statement.ts';
import { keyedRequests } from './tables/service.ts';

// A request with an Idempotency-Key is carried out once. Its batch begins with a check, which takes the batch back if
// the key is known, and has a note of the key behind each write, which is stored if the write changed something. So
// the key and what the request did are committed together, and a refusal leaves no key.
//
// The ids that a request makes follow from a random number, which is noted with its key, and from its time. A repetition
// is handled as the request was, with the same ids, but without its writes: its answer is read from the records that the
// first one made. Nobody can guess the ids, whatever the key is.

/** For how long a key is kept at least, in milliseconds. */
const weekMs = 7 * dayMs;

/** Whether an error of a batch is the refusal of the trigger of keyed_request_checks. */
export const isOfKnownRequest = (error: unknown): boolean =>
  error instanceof Error && /keyed request is known/.test(error.message);

type Row = typeof keyedRequests.$inferSelect;
const { week, keyHash, sending, requestDigest, receivedAt } = keyedRequests;

const check = statement(
  (row: ParamsOf<Pick<Row, 'week' | 'keyHash' | 'sending'>>) =>
    sql`insert into keyed_request_checks (week, key_hash, sending)
      values (${row.week}, ${row.keyHash}, ${row.sending})`,
);

const note = statement((row: ParamsOf<Row>) =>
  insertWhere(keyedRequests, row, sql`changes() > 0`, [week, keyHash]),
);

const selectFirst = statement((of: { keyHash: Param<string>; week: Param<number> }) =>
  build
    .select({ sending, requestDigest, receivedAt })
    .from(keyedRequests)
    .where(and(sql`${week} in (${of.week} + 1, ${of.week}, ${of.week} - 1)`, eq(keyHash, of.keyHash)))
    .orderBy(desc(week))
    .limit(1),
);

/** What a client asks for under a key. */
interface Asked {
  /** SHA-256 of the API key's id and the idempotency key. */
  keyHash: string;
  /** The digest of the request, which takes time with a large body. */
  digest: () => string;
}

/** Another request has stored the key: the middleware answers it, so nobody sees this error. */
export class KnownRequest extends FootfallError {
  constructor() {
    super('idempotency_mismatch', 'The Idempotency-Key is known.');
  }
}

/** A request with an `Idempotency-Key`, and what of it reaches the database. */
export class KeyedRequest {
  readonly #asked: Asked;
  #sending: string = crypto.randomUUID();
  #receivedAt = Date.now();
  /** Whether its key was stored before, so that it writes nothing. */
  #isRepeat = false;
  #row: Row | undefined;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  get #week(): number {
    return Math.floor(this.#receivedAt / weekMs);
  }

  /** Runs work whose new ids follow from the request. */
  run<T>(work: () => T): T {
    return withIdsOf(this.#sending, this.#receivedAt, work);
  }

  /** The statements to send in place of a batch's. */
  around(statements: readonly Bound[]): readonly Bound[] {
    if (!statements.some(isWrite)) return statements;
    if (this.#isRepeat) return statements.filter((one) => !isWrite(one));
    this.#row ??= {
      week: this.#week,
      keyHash: this.#asked.keyHash,
      sending: this.#sending,
      requestDigest: this.#asked.digest(),
      receivedAt: this.#receivedAt,
    };
    const row = this.#row;
    // At the end of a week, its repetition of the next may be committed before it.
    const isLate = this.#receivedAt % weekMs >= weekMs - minuteMs;
    return [
      check(row),
      ...(isLate ? [check({ ...row, week: row.week + 1 })] : []),
      // What a request removes on the way is not what it is for.
      ...statements.flatMap((one) =>
        isWrite(one) && !/^\s*delete/i.test(one.text) ? [one, note(row)] : [one],
      ),
    ];
  }

  /** What the error of a batch means: `KnownRequest` if another request has stored the key. */
  errorOf(error: unknown): KnownRequest | undefined {
    return isOfKnownRequest(error) ? new KnownRequest() : undefined;
  }

  /** Selects the first request of this key, within a batch. */
  selectFirst() {
    return selectFirst({ keyHash: this.#asked.keyHash, week: this.#week });
  }

  /** Whether the first request was another one. */
  isOther(first: Pick<Row, 'requestDigest'>): boolean {
    return first.requestDigest !== this.#asked.digest();
  }

  /** From now on it is a repetition of the first request of its key. */
  repeat(first: Pick<Row, 'sending' | 'receivedAt'>): void {
    this.#isRepeat = true;
    this.#sending = first.sending;
    this.#receivedAt = first.receivedAt;
  }

  /** The id of the first record with this prefix that the request has made. */
  readonly idOf = (prefix: IdPrefix): string => this.run(() => newId(prefix));
}
