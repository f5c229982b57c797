import { sql } from 'drizzle-orm';
import { transitions } from '../../audiences/lifecycle.ts';
import type { Database } from '../../db/client.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { audienceVersions } from '../../db/tables/audiences.ts';
import type { PublishRequested } from '../messages.ts';
import { awaits, type RequestParams } from './internal.ts';

const keepFailure = statement(({ request, failure }: { request: RequestParams; failure: Param<string> }) =>
  build.update(audienceVersions).set({ failure }).where(awaits(request, 'fail')),
);

/** Records why an attempt failed. After the last attempt it becomes the `cancelReason`. */
export async function recordFailure(db: Database, request: PublishRequested, failure: string): Promise<void> {
  await db.batch([keepFailure({ request, failure })]);
}

const cancel = statement(({ request, now }: { request: RequestParams; now: Param<number> }) => {
  const failure = sql`coalesce(${audienceVersions.failure}, 'The worker did not finish it.')`;
  return build
    .update(audienceVersions)
    .set({
      status: transitions.fail.to,
      cancelledAt: now,
      cancelReason: sql`'Publishing failed, and was tried again in vain. ' || ${failure}`,
      publishAt: null,
      resendAt: null,
      frozen: null,
    })
    .where(awaits(request, 'fail'));
});

/** Cancels a version after all attempts failed, with a reason for its users. */
export async function giveUp(db: Database, request: PublishRequested): Promise<void> {
  await db.batch([cancel({ request, now: Date.now() })]);
}
