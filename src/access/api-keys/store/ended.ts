import { and, lt, type SQL } from 'drizzle-orm';
import { build, type Param } from '../../../db/statement.ts';
import { dayMs } from '../../../lib/durations.ts';
import { apiKeys } from '../../tables/api-keys.ts';

/** How long, in milliseconds, the list of keys shows a key of a sign-in or of a share link after its end. */
export const keyShownFor = 30 * dayMs;
/** The most keys that a new one removes: it adds only one. */
const chunk = 10;

const { apiKeyId, expiresAt } = apiKeys;

/** Selects the ids of keys of a kind that ended before `oldest`, the first to end first. */
export const selectEnded = (isOfKind: SQL, oldest: Param<number>) =>
  build
    .select({ apiKeyId })
    .from(apiKeys)
    .where(and(isOfKind, lt(expiresAt, oldest)))
    .orderBy(expiresAt)
    .limit(chunk);
