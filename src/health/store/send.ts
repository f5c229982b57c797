import { eq, sql } from 'drizzle-orm';
import type { Bindings } from '../../config/bindings.ts';
import { sendPublishRequested } from '../../content/versions/messages.ts';
import { requestPublish } from '../../content/versions/store/request-publish.ts';
import type { Database } from '../../db/client.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { givenUp } from '../../db/tables/system.ts';
import { orThrow } from '../../lib/errors.ts';
import type { QueueMessage } from '../../visits/beacons/schemas.ts';
import { mergeMessages } from '../../visits/beacons/store/give-up.ts';
import type { GivenUp } from '../system-schemas.ts';
import { selectOneGivenUp, toGivenUp } from './system.ts';

const givenUpOrThrow = orThrow('given_up_not_found', 'Nothing that is kept has this id.');

const markSent = statement(({ givenUpId, now }: { givenUpId: Param<string>; now: Param<number> }) =>
  build
    .update(givenUp)
    .set({
      sentAt: sql`coalesce(${givenUp.sentAt}, ${now})`,
      body: sql`null`,
      sessionId: sql`null`,
      identifiers: sql`'[]'`,
    })
    .where(eq(givenUp.givenUpId, givenUpId)),
);

/** Who sends what again, and where. */
interface Sender {
  env: Bindings;
  workspace: string;
  author: string;
}

type Row = NonNullable<ReturnType<typeof selectOneGivenUp>['row']>;

/** Requests the publish that was given up, of the words as they are now. Its operation key is the id: it happens once. */
async function publishAgain(db: Database, row: Row, { env, workspace, author }: Sender): Promise<void> {
  const { givenUpId: operationKey, pageId, audienceId, versionId } = row;
  const path = { pageId: pageId ?? '', audienceId: audienceId ?? '', versionId: versionId ?? '' };
  const { transitionId } = await requestPublish(db, path, { operationKey, author }, undefined);
  if (transitionId)
    await sendPublishRequested(env.JOBS, {
      kind: 'publish',
      workspace,
      versionId: path.versionId,
      transitionId,
    });
}

/**
 * Sends what a consumer gave up again: a visit is merged at once, and a publish is requested. One that was sent already is
 * left as it is. Throws `given_up_not_found`, and what a publish request does.
 */
export async function sendGivenUp(db: Database, givenUpId: string, sender: Sender): Promise<GivenUp> {
  const [[found]] = await db.batch([selectOneGivenUp({ givenUpId })]);
  const row = givenUpOrThrow(found);
  if (row.sentAt !== null) return toGivenUp(row);
  if (row.kind === 'publish') await publishAgain(db, row, sender);
  else {
    // As the queue would have done it.
    db.actor = { type: 'tracker' };
    await mergeMessages(db, [JSON.parse(row.body ?? '') as QueueMessage], sender.env);
  }
  const [, [sent]] = await db.batchUntold([
    markSent({ givenUpId, now: Date.now() }),
    selectOneGivenUp({ givenUpId }),
  ]);
  return toGivenUp(givenUpOrThrow(sent));
}
