import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Param } from '../../../db/statement.ts';
import { transitions, type VersionAction } from '../../audiences/lifecycle.ts';
import { audienceVersions } from '../../tables/audiences.ts';

/** The values of a message to bind. */
export interface RequestParams {
  versionId: Param<string>;
  transitionId: Param<string>;
}

/** The condition that the version still waits for this request, with a status that allows the action. */
export const awaits = ({ versionId, transitionId }: RequestParams, action: VersionAction): SQL | undefined =>
  and(
    eq(audienceVersions.versionId, versionId),
    eq(audienceVersions.transitionId, transitionId),
    inArray(audienceVersions.status, [...transitions[action].from]),
  );
