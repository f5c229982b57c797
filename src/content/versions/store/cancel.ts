import { and, eq, not, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { type ParamsOf, statement } from '../../../db/statement.ts';
import type { IfMatch } from '../../../lib/precondition.ts';
import { frozenForTests } from '../../audiences/store/internal.ts';
import { experiments } from '../../tables/experiments.ts';
import { audienceVersions } from '../../tables/pages.ts';
import { transition, type VersionPath } from './internal.ts';
import { isUnused, type KeyParams, moveVersion } from './operation-keys.ts';

/** The condition that a version is an arm of the test that runs on its audience. */
const isInTest = ({ audienceId, versionId }: ParamsOf<VersionPath>) =>
  existsIn(
    sql`${experiments}, json_each(${experiments.arms}) as arm`,
    and(
      eq(experiments.audienceId, audienceId),
      sql`${experiments.status} = 'running'`,
      sql`arm.value ->> 'versionId' = ${versionId}`,
    ),
  );

const cancel = statement((params: KeyParams) => {
  const changes = {
    cancelledAt: params.write.now,
    cancelReason: null,
    publishAt: null,
    resendAt: null,
    // A draft has words of its own only if a test has frozen them.
    frozen: sql`iif(${audienceVersions.status} = 'draft', ${audienceVersions.frozen}, ${frozenForTests})`,
  };
  return transition('cancel', params, changes, and(isUnused(params), not(isInTest(params.path))));
});

/** Cancels a version that is not live. Throws `invalid_transition`, `precondition_failed` and the 404s. */
export const cancelVersion = (db: Database, path: VersionPath, ifMatch: IfMatch) =>
  moveVersion(db, 'cancel', cancel, path, ifMatch);
