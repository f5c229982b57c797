import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn, insertEach, itemField } from '../../../db/sql.ts';
import { build, named, type Param, statement } from '../../../db/statement.ts';
import { newestEvent } from '../../../db/tables/events.ts';
import { webhookAnswers, webhookDeliveries, webhooks } from '../../tables/webhooks.ts';
import { answerPlaces, type SwitchedOff } from '../schedule.ts';
import { isTaken, type Lease, type LeaseParams, leaseMs } from './take.ts';

/** What became of a delivery with an attempt, as its row. */
export type Result = Omit<typeof webhookDeliveries.$inferSelect, 'webhookId'> & { answer: string | null };

/** What a round has come to. */
export interface Round {
  cursor: number;
  failingSince: number | null;
  switchedOff: SwitchedOff | undefined;
  results: Result[];
  /** Whether this run ends. */
  isLast: boolean;
  /** Until when the receiver gets nothing. */
  restsUntil: number | undefined;
}

type ResultsParams = LeaseParams & { results: Param<string> };

const excluded = (name: string) => sql.raw(`excluded.${name}`);
// Not of an attempt that began before somebody let it be sent again.
const keepDeliveries = statement(({ results, ...lease }: ResultsParams) =>
  insertEach(webhookDeliveries, results, existsIn(webhooks, isTaken(lease)), {
    webhookId: sql`${lease.webhookId}`,
  }).onConflictDoUpdate({
    target: [webhookDeliveries.webhookId, webhookDeliveries.sequence],
    set: {
      status: excluded('status'),
      attempts: excluded('attempts'),
      startedAt: excluded('started_at'),
      durationMs: excluded('duration_ms'),
      statusCode: excluded('status_code'),
      error: excluded('error'),
      nextAttemptAt: excluded('next_attempt_at'),
    },
    setWhere: sql`coalesce(${webhookDeliveries.nextAttemptAt}, 0) <= ${excluded('started_at')}`,
  }),
);

// Not after an erasure: a trigger has removed the answers, and the person may be in these.
const keepAnswers = statement(({ results, ...lease }: ResultsParams) =>
  build
    .insert(webhookAnswers)
    .select(
      sql`select ${lease.webhookId}, ${itemField<Result>('sequence')} % ${sql.raw(String(answerPlaces))},
        ${itemField<Result>('sequence')}, ${itemField<Result>('answer')} from json_each(${results}) as item
        where ${itemField<Result>('answer')} is not null
        and ${existsIn(webhooks, sql`${isTaken(lease)} and ${eq(webhooks.keepsAnswers, true)}`)}`,
    )
    .onConflictDoUpdate({
      target: [webhookAnswers.webhookId, webhookAnswers.place],
      set: { sequence: excluded('sequence'), answer: excluded('answer') },
    }),
);

interface KeepParams {
  lease: LeaseParams;
  cursor: Param<number>;
  failingSince: Param<number | null>;
  disabledReason: Param<string | null>;
  now: Param<number>;
  /** Null to give the webhook back. */
  leaseId: Param<string | null>;
  leaseUntil: Param<number | null>;
}

const { failingSince, disabledAt, revision } = webhooks;

const keepState = statement((params: KeepParams) =>
  build
    .update(webhooks)
    .set({
      cursor: params.cursor,
      revision: sql`${revision} + ((${failingSince} is null) <> (${params.failingSince} is null)
        or ${params.disabledReason} is not null)`,
      failingSince: params.failingSince,
      disabledReason: sql`${params.disabledReason}`,
      disabledAt: sql`iif(${params.disabledReason} is null, ${disabledAt}, ${params.now})`,
      leaseId: sql`${params.leaseId}`,
      leaseUntil: sql`${params.leaseUntil}`,
    })
    .where(isTaken(params.lease))
    .returning(named({ newest: sql<number>`${newestEvent}` })),
);

/**
 * Keeps what a round has come to, with the cursor, in one transaction. Gives the newest event, or
 * undefined if the webhook is not of this run any more: then nothing is kept, and the attempts are made again.
 */
export async function keep(
  db: Database,
  lease: Lease,
  round: Round,
): Promise<{ newest: number } | undefined> {
  const { cursor, failingSince, switchedOff, isLast, restsUntil } = round;
  const now = Date.now();
  const results = JSON.stringify(round.results);
  const hasAnswers = round.results.some(({ answer }) => answer !== null);
  const [, , [kept]] = await db.batch([
    round.results.length > 0 ? keepDeliveries({ ...lease, results }) : undefined,
    hasAnswers ? keepAnswers({ ...lease, results }) : undefined,
    keepState({
      lease,
      cursor,
      failingSince,
      disabledReason: switchedOff ?? null,
      now,
      leaseId: isLast ? null : lease.leaseId,
      leaseUntil: isLast ? (restsUntil ?? null) : now + leaseMs,
    }),
  ]);
  return kept;
}
