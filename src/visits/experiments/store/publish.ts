import { pick } from 'es-toolkit/object';
import { requestPublish } from '../../../content/versions/store/request-publish.ts';
import type { Database } from '../../../db/client.ts';
import { hasWrite, newWrite } from '../../../db/conditional-write.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { assertMatch, type IfMatch, type Tagged } from '../../../lib/precondition.ts';
import type { Experiment } from '../schemas.ts';
import { experimentRecord } from './internal.ts';
import { refuseStatus } from './status.ts';
import { endTest } from './stop.ts';

/** The version that wins, and who says so. */
interface Winner {
  versionId: string;
  author: string;
}

type TestRow = NonNullable<ReturnType<typeof experimentRecord.select>['row']>;

/** The test after a winner was published, and what identifies the publish request in its message, if there is one. */
interface Published {
  test: Tagged<Experiment>;
  versionId: string;
  transitionId: string | undefined;
}

/** How often a winner is tried again because others have written the test in between. */
const attempts = 5;

/** Ends a test in the state that was read, and publishes its winner. Undefined if others have written it since. */
async function publishAsRead(
  db: Database,
  row: TestRow,
  { versionId, author }: Winner,
): Promise<Published | undefined> {
  const { experimentId } = row;
  const write = newWrite([experimentRecord.toTagged(row).etag]);
  const isLiveVersion = row.arms[0]?.versionId === versionId;
  const publishedVersionId = versionId;
  const end = endTest({ key: experimentId, write, publishedVersionId }, !isLiveVersion);
  const select = experimentRecord.select({ experimentId });
  if (isLiveVersion) {
    const [, [now]] = await db.batch([end, select]);
    return now && hasWrite(now, write)
      ? { test: experimentRecord.toTagged(now), versionId, transitionId: undefined }
      : undefined;
  }
  const path = { ...pick(row, ['pageId', 'audienceId']), versionId };
  const { writeId } = write;
  try {
    const { transitionId } = await requestPublish(db, path, { author }, undefined, {
      experimentId,
      writeId,
      end,
    });
    const ended = { status: 'ended', endReason: 'winner', publishedVersionId, endedAt: write.now } as const;
    const now = { ...row, ...ended, updatedAt: write.now, revision: row.revision + 1 };
    return { test: experimentRecord.toTagged(now), versionId, transitionId };
  } catch (error) {
    const [[now]] = await db.batch([select]);
    if (now?.revision === row.revision) throw error;
    return undefined;
  }
}

/**
 * Ends a test and publishes one of its versions, unless that is live, in the second of two round trips. Throws
 * `experiment_not_found`, `version_not_found`, `invalid_transition`, `precondition_failed`.
 */
export async function publishWinner(
  db: Database,
  experimentId: string,
  winner: Winner,
  ifMatch: IfMatch,
): Promise<Published> {
  const { liveOrThrow, select, toTagged } = experimentRecord;
  const { versionId } = winner;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const [[found]] = await db.batch([select({ experimentId })]);
    const row = liveOrThrow(found);
    const test = toTagged(row);
    if (row.publishedVersionId === versionId) return { test, versionId, transitionId: undefined };
    assertMatch(test.etag, ifMatch);
    if (row.status !== 'running') refuseStatus(row, 'publish_winner');
    if (!row.arms.some((arm) => arm.versionId === versionId))
      throw new FootfallError('version_not_found', 'The test has no version with this id.');
    const published = await publishAsRead(db, row, winner);
    if (published) return published;
  }
  throw new FootfallError('database_unavailable', 'The test is being changed all the time; try again.');
}
