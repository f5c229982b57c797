import { and, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { transitions } from '../../audiences/lifecycle.ts';
import { audienceVersions } from '../../tables/audiences.ts';
import type { PublishRequested } from '../messages.ts';
import { awaits, type RequestParams } from './internal.ts';

interface FailureParams {
  request: RequestParams;
  failure: Param<string>;
}

const selectFailed = statement((request: RequestParams) =>
  build
    .select({ versionId: audienceVersions.versionId })
    .from(audienceVersions)
    .where(and(awaits(request, 'fail'), isNotNull(audienceVersions.failure))),
);

/** Whether a version waits for a request of which an attempt has failed on the version's own account. */
export async function hasFailed(db: Database, request: PublishRequested): Promise<boolean> {
  const [failed] = await db.batch([selectFailed(request)]);
  return failed.length > 0;
}

const keepFailure = statement(({ request, failure }: FailureParams) =>
  build.update(audienceVersions).set({ failure }).where(awaits(request, 'fail')),
);

/** Records why an attempt failed. */
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
    .where(awaits(request, 'fail')),
);

/** Cancels a version whose last attempt has failed too, with a reason for its users. */
export async function giveUp(db: Database, request: PublishRequested, failure: string): Promise<void> {
  await db.batch([cancel({ request, failure, now: Date.now() })]);
}
