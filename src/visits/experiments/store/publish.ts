import { pick } from 'es-toolkit/object';
import { requestPublish } from '../../../content/versions/store/request-publish.ts';
import type { Database } from '../../../db/client.ts';
import { newWrite } from '../../../db/conditional-write.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { assertMatch, type IfMatch, type Tagged } from '../../../lib/precondition.ts';
import type { Experiment } from '../schemas.ts';
import { experimentRecord } from './internal.ts';
import { refuseStatus } from './status.ts';
import { endTest } from './stop.ts';

/** The test after a winner was published, and what identifies the publish request in its message, if there is one. */
interface Published {
  test: Tagged<Experiment>;
  versionId: string;
  transitionId: string | undefined;
}

/**
 * Ends a test and publishes one of its versions, unless that is live, in the second of two round trips. Throws
 * `experiment_not_found`, `version_not_found`, `invalid_transition`, `precondition_failed`.
 */
export async function publishWinner(
  db: Database,
  experimentId: string,
  { versionId, author }: { versionId: string; author: string },
  ifMatch: IfMatch,
): Promise<Published> {
  const { liveOrThrow, select, toTagged } = experimentRecord;
  const [[found]] = await db.batch([select({ experimentId })]);
  const row = liveOrThrow(found);
  const isAgain = row.publishedVersionId === versionId;
  if (isAgain) return { test: toTagged(row), versionId, transitionId: undefined };
  const { etag } = toTagged(row);
  assertMatch(etag, ifMatch);
  if (row.status !== 'running') refuseStatus(row, 'publish_winner');
  const place = row.arms.findIndex((arm) => arm.versionId === versionId);
  if (place < 0) throw new FootfallError('version_not_found', 'The test has no version with this id.');
  const write = newWrite([etag]);
  const end = endTest({ key: experimentId, write, publishedVersionId: versionId });
  const path = { ...pick(row, ['pageId', 'audienceId']), versionId };
  if (place === 0) {
    const [, [now]] = await db.batch([end, select({ experimentId })]);
    return { test: toTagged(liveOrThrow(now)), versionId, transitionId: undefined };
  }
  const { transitionId } = await requestPublish(db, path, { author }, undefined, end);
  const ended = {
    status: 'ended',
    endReason: 'winner',
    publishedVersionId: versionId,
    endedAt: write.now,
  } as const;
  const now = { ...row, ...ended, updatedAt: write.now, revision: row.revision + 1 };
  return { test: toTagged(now), versionId, transitionId };
}
