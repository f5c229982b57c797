import { and, isNotNull, sql } from 'drizzle-orm';
import { transitions } from '../../audiences/lifecycle.ts';
import type { Database } from '../../db/client.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { audienceVersions } from '../../db/tables/audiences.ts';
import type { PublishRequested } from '../messages.ts';
import { awaits, type RequestParams } from './internal.ts';

interface FailureParams {
  request: RequestParams;
  failure: Param<string>;
}

const keepFailure = statement(({ request, failure }: FailureParams) =>
  build.update(audienceVersions).set({ failure }).where(awaits(request, 'fail')),
);

/** Records why an attempt failed. A version that has such a record may be given up. */
export async function recordFailure(db: Database, request: PublishRequested, failure: string): Promise<void> {
  await db.batch([keepFailure({ request, failure })]);
}

const cancel = statement(({ request, failure, now }: FailureParams & { now: Param<number> }) =>
  build
    .update(audienceVersions)
    .set({
      status: transitions.fail.to,
      cancelledAt: now,
      cancelReason: sql`'Publishing failed, and was tried again in vain. ' || ${failure}`,
      publishAt: null,
      resendAt: null,
      frozen: null,
    })
    .where(and(awaits(request, 'fail'), isNotNull(audienceVersions.failure))),
);

/**
 * Cancels a version whose last attempt has failed, as one before, with a reason for its users. If none has failed
 * before, because of an outage, this is the first: the cron sends its message again.
 */
export async function giveUp(db: Database, request: PublishRequested, failure: string): Promise<void> {
  await db.batch([cancel({ request, failure, now: Date.now() }), keepFailure({ request, failure })]);
}
