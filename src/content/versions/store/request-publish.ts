import { and, eq, isNull, sql } from 'drizzle-orm';
import { pick } from 'es-toolkit/object';
import type { Database } from '../../../db/client.ts';
import { isLastWrite, newWrite } from '../../../db/conditional-write.ts';
import { existsIn } from '../../../db/sql.ts';
import { type Bound, type Param, statement } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import type { AudienceVersion, PublishRequest } from '../../audiences/schemas.ts';
import { isAt, runningTest } from '../../audiences/store/internal.ts';
import { experiments } from '../../tables/experiments.ts';
import { frozenContent } from '../../tables/frozen.ts';
import { audiences, audienceVersions } from '../../tables/pages.ts';
import { firstResendAfter } from '../messages.ts';
import { foundVersion, movedVersion, selectPath, transition, type VersionPath } from './internal.ts';
import { declined, insertKey, isUnused, type KeyParams, selectKey } from './operation-keys.ts';

interface QueueParams extends KeyParams {
  publishAt: Param<number | null>;
  author: Param<string>;
  /** The test whose winner it is, and the write that ends it. */
  test: { experimentId: Param<string>; writeId: Param<string> } | undefined;
}

const queueVersion = statement((params: QueueParams) => {
  const { path, write, publishAt, author, test } = params;
  const changes = {
    queuedAt: write.now,
    publishAt,
    requestedBy: author,
    processingAt: null,
    cancelledAt: null,
    cancelReason: null,
    failure: null,
    // Each write of an audience or a version increases the revision, so no two requests get the same order.
    publishOrder: sql`(select ${audiences.revision} from ${audiences} where ${isAt(path)})`,
    // The cron sends the message of a version that is due, as if its first message had been lost.
    resendAt: sql`coalesce(${publishAt}, ${write.now} + ${firstResendAfter})`,
    // What a test has frozen is published as visitors of the test have seen it.
    frozen: sql`coalesce(${audienceVersions.frozen}, ${frozenContent(isAt(path))})`,
  };
  const isFree = test
    ? existsIn(
        experiments,
        and(eq(experiments.experimentId, test.experimentId), isLastWrite(experiments.writeIds, test)),
      )
    : isNull(runningTest(path.audienceId));
  return transition('publish', params, changes, and(isUnused(params), isFree));
});

interface Requested {
  version: Tagged<AudienceVersion>;
  /** Identifies this request in its message. Undefined when it changed nothing, or the cron sends it later. */
  transitionId: string | undefined;
}

interface Wanted extends PublishRequest {
  author: string;
}

/** How a test is ended, whose winner a version is. */
interface OfTest {
  experimentId: string;
  writeId: string;
  end: Bound;
}

/**
 * Freezes the content of a version and queues it, for now or for a later time, as the winner of a test only if that is
 * ended by it. A known `operationKey` returns its version again. Throws `operation_key_mismatch` when the key belongs to another version,
 * `invalid_transition`, `experiment_running`, `precondition_failed`, 404s.
 */
export async function requestPublish(
  db: Database,
  path: VersionPath,
  { operationKey, publishAt, author }: Wanted,
  ifMatch: IfMatch,
  test?: OfTest,
): Promise<Requested> {
  const write = newWrite(ifMatch);
  const transitionId = write.writeId;
  const key = operationKey ?? transitionId;
  const at = publishAt === undefined ? 0 : Date.parse(publishAt);
  const isLater = at > write.now;
  const [, , , [used], ...found] = await db.batch([
    test?.end,
    queueVersion({
      path,
      write,
      key,
      publishAt: isLater ? at : null,
      author,
      test: test && pick(test, ['experimentId', 'writeId']),
    }),
    insertKey({ path, write, key }),
    selectKey({ key }),
    ...selectPath(path),
  ]);
  const { row, version } = foundVersion(found);
  if (used && used.versionId !== path.versionId) {
    if (used.versionId === declined) {
      const why = 'This operation key was declined, and publishes nothing; use another.';
      throw new FootfallError('operation_key_mismatch', why, { field: 'operationKey' });
    }
    throw new FootfallError(
      'operation_key_mismatch',
      `This operation key has published ${used.versionId}; use another.`,
      { field: 'operationKey', conflictingId: used.versionId },
    );
  }
  const sent = isLater ? undefined : transitionId;
  if (used) return { version, transitionId: row.transitionId === transitionId ? sent : undefined };
  return { version: movedVersion(found, 'publish', transitionId, ifMatch), transitionId: sent };
}
