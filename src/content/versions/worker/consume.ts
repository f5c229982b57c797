import { and, isNotNull, sql } from 'drizzle-orm';
import type { Bindings } from '../../../config/bindings.ts';
import { type Database, openWorkspace } from '../../../db/client.ts';
import { hasRoomForGivenUp } from '../../../db/given-up.ts';
import { whatOf } from '../../../db/notes.ts';
import { isOutage } from '../../../db/outage.ts';
import { insertWhere } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { givenUp } from '../../../db/tables/system.ts';
import { newId } from '../../../lib/ids.ts';
import { report } from '../../../lib/report.ts';
import { transitions } from '../../audiences/lifecycle.ts';
import { frozenForTests } from '../../audiences/store/internal.ts';
import { audiences, audienceVersions } from '../../tables/pages.ts';
import { PublishError, PublishRequested } from '../messages.ts';
import { awaits, publish, type RequestParams } from './publish.ts';

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
async function hasFailed(db: Database, request: PublishRequested): Promise<boolean> {
  const [failed] = await db.batch([selectFailed(request)]);
  return failed.length > 0;
}

const keepFailure = statement(({ request, failure }: FailureParams) =>
  build.update(audienceVersions).set({ failure }).where(awaits(request, 'fail')),
);

/** Records why an attempt failed. */
async function recordFailure(db: Database, request: PublishRequested, failure: string): Promise<void> {
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
      // What cannot be read is no use to a test either.
      frozen: sql`iif(json_valid(${audienceVersions.frozen}), ${frozenForTests}, null)`,
    })
    .where(awaits(request, 'fail')),
);

/** Keeps a publish request that is given up, so that it can be sent again: only its ids. */
const keepPublish = statement(
  ({
    request,
    ...row
  }: {
    request: RequestParams;
    givenUpId: Param<string>;
    what: Param<string>;
    now: Param<number>;
  }) =>
    insertWhere(
      givenUp,
      {
        ...row,
        source: sql`${request.transitionId}`,
        kind: 'publish',
        receivedAt: sql`coalesce(${audienceVersions.queuedAt}, ${row.now})`,
        givenUpAt: row.now,
        pageId: sql`(select ${audiences.pageId} from ${audiences}
          where ${audiences.audienceId} = ${audienceVersions.audienceId})`,
        audienceId: sql`${audienceVersions.audienceId}`,
        versionId: sql`${audienceVersions.versionId}`,
        identifiers: '[]',
      },
      and(awaits(request, 'fail'), hasRoomForGivenUp),
      givenUp.source,
      audienceVersions,
    ),
);

/** Cancels a version whose last attempt has failed too, with a reason for its users. */
async function giveUp(db: Database, request: PublishRequested, { why, error }: Failure): Promise<void> {
  const now = Date.now();
  await db.batch([
    keepPublish({ request, givenUpId: newId('givenup'), what: whatOf(error), now }),
    cancel({ request, failure: why, now }),
  ]);
}

/** A failure of a version itself, and why, in words for its users. */
interface Failure {
  error: unknown;
  why: string;
}

/**
 * Publishes the version of a request. Returns why it failed, if it did. Throws in an outage, which is no failure of the
 * version: it stays in flight, and the cron sends its message again.
 */
async function tryToPublish(db: Database, request: PublishRequested): Promise<Failure | undefined> {
  try {
    await publish(db, request);
    return undefined;
  } catch (error) {
    if (isOutage(error)) throw error;
    const why = error instanceof PublishError ? error.message : 'The service had an error of its own.';
    return { error, why };
  }
}

/** The database of a request. Its events are of the campaign that asks. */
function databaseFor({ workspace, campaignId }: PublishRequested, env: Bindings): Database {
  const db = openWorkspace(env, workspace);
  if (campaignId) db.actor = { type: 'service', campaignId };
  return db;
}

/** Publishes the version of a message. Throws when that fails, so that the queue delivers the message again. */
export async function publishRequested({ body }: Message<unknown>, env: Bindings): Promise<void> {
  const request = PublishRequested.parse(body);
  const db = databaseFor(request, env);
  const failure = await tryToPublish(db, request);
  if (!failure) return;
  await recordFailure(db, request, failure.why);
  throw failure.error;
}

/**
 * Publishes the version of a message in the dead-letter queue. An outage, or a Worker that stopped, may have used up
 * its attempts. Only a version that has failed before, and does again, is given up.
 */
export async function publishOrGiveUp({ body, id }: Message<unknown>, env: Bindings): Promise<void> {
  const { success, data: request } = PublishRequested.safeParse(body);
  if (!success)
    return report('give up', new Error('The message is not a publish request.'), { messageId: id });
  const db = databaseFor(request, env);
  const failedBefore = await hasFailed(db, request);
  const failure = await tryToPublish(db, request);
  if (!failure) return;
  report('give up', failure.error, { messageId: id });
  // After a first failure the cron sends another message.
  await (failedBefore ? giveUp(db, request, failure) : recordFailure(db, request, failure.why));
}
