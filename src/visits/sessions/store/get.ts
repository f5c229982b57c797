import { and, eq } from 'drizzle-orm';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import { pageOrThrow, selectPage } from '../../../content/pages/store/internal.ts';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { derivedId, importedId, shownId } from '../ids.ts';
import type { AudienceSession } from '../schemas.ts';
import { audienceSessionIdOf, sessionColumns, toSession } from './internal.ts';

const selectSession = statement(
  ({ pageId, id }: Record<'pageId' | 'id', Param<string>>, by: 'analyticsSessionId' | 'audienceSessionId') =>
    build
      .select(sessionColumns)
      .from(audienceSessions)
      .where(and(eq(audienceSessions[by], id), eq(audienceSessions.pageId, pageId))),
);

const idPrefix = derivedId('');

/** The session with one of its two ids. Throws `page_not_found`, `audience_session_not_found`. */
export async function getSessionOrThrow(db: Database, pageId: string, id: string): Promise<AudienceSession> {
  const unprefixed = id.startsWith(idPrefix) ? id.slice(idPrefix.length) : id;
  // An imported session comes first, because anyone can send a visit with any id.
  const storedIds = new Set([importedId(id), importedId(unprefixed), id, unprefixed]);
  const [[page], ...found] = await db.batch([
    selectPage({ pageId }),
    // One query for each id: D1 counts each value of an IN list as a row read.
    ...Array.from(storedIds, (storedId) => selectSession({ pageId, id: storedId }, 'analyticsSessionId')),
    selectSession({ pageId, id }, 'audienceSessionId'),
  ]);
  pageOrThrow(page);
  const row = found
    .flat()
    .find((one) => shownId(one.analyticsSessionId) === id || audienceSessionIdOf(one) === id);
  if (!row) throw new FootfallError('audience_session_not_found', 'The page has no session with this id.');
  return toSession(row, Date.now());
}
