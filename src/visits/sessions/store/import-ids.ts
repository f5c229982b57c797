import { and, eq, ne, not, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import { audiences, audienceVersions } from '../../../content/tables/pages.ts';
import { existsIn, itemField } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { importedId } from '../ids.ts';
import type { ImportedSession } from '../import-schemas.ts';

// The ids of sessions that are imported, and the sessions that have them already.

type NewSession = typeof audienceSessions.$inferInsert;

/** The ids in an imported session: its own as sent and as stored, and those of its audience and its version. */
export const idsOf = ({ analyticsSessionId, audienceSessionId, audienceId, versionId }: ImportedSession) => ({
  analyticsSessionId,
  storedId: importedId(analyticsSessionId),
  audienceSessionId,
  storedAudienceSessionId: audienceSessionId == null ? null : importedId(audienceSessionId),
  audienceId,
  versionId,
});

const idField = itemField<ReturnType<typeof idsOf>>;
export const rowField = itemField<NewSession>;

export interface IdsParams {
  pageId: Param<string>;
  /** The ids of `idsOf`, as a JSON array. */
  ids: Param<string>;
}

/** A query of the first audience in the request that the page does not have, or version that its audience does not have. */
function unknown({ pageId, ids }: IdsParams): SQL {
  const [audienceId, versionId] = [idField('audienceId'), idField('versionId')];
  const isAudience = and(eq(audiences.pageId, pageId), sql`${audiences.audienceId} = ${audienceId}`);
  const isVersion = sql`${audienceVersions.versionId} = ${versionId} and ${audienceVersions.audienceId} = ${audienceId}`;
  const hasNoAudience = sql`(${audienceId} is not null and not ${existsIn(audiences, isAudience)})`;
  const hasNoVersion = sql`(${versionId} is not null and not ${existsIn(audienceVersions, isVersion)})`;
  return sql`select iif(${hasNoAudience}, ${audienceId}, ${versionId}) as id, iif(${hasNoAudience}, 'audience', 'version') as kind
    from json_each(${ids}) as item where ${hasNoAudience} or ${hasNoVersion} limit 1`;
}

/**
 * A query of the first existing session that uses an id of the request differently. A session belongs to one page.
 * Among imported sessions an id, of either kind, belongs to one session.
 */
function conflict({ pageId, ids }: IdsParams): SQL {
  const { analyticsSessionId, audienceSessionId } = audienceSessions;
  // CROSS JOIN keeps SQLite from changing this order: each id, then the session that has it.
  const conflictOf = (field: string, column: SQLiteColumn, id: SQL, isOther: SQL) =>
    sql`select ${analyticsSessionId} as id, ${sql.raw(`'${field}'`)} as field
      from json_each(${ids}) as item cross join ${audienceSessions} on ${column} = ${id} where ${isOther}`;
  const ofOtherPage = ne(audienceSessions.pageId, pageId);
  // Earlier versions stored an imported session under its id without the mark.
  const isOther = sql`${analyticsSessionId} not in (${idField('storedId')}, ${idField('analyticsSessionId')})`;
  const conflicts = [
    conflictOf('analyticsSessionId', analyticsSessionId, idField('storedId'), ofOtherPage),
    conflictOf('analyticsSessionId', audienceSessionId, idField('analyticsSessionId'), isOther),
    conflictOf('audienceSessionId', analyticsSessionId, idField('storedAudienceSessionId'), isOther),
    conflictOf('audienceSessionId', audienceSessionId, idField('audienceSessionId'), isOther),
  ];
  return sql`${sql.join(conflicts, sql` union all `)} limit 1`;
}

export const selectUnknown = statement((params: IdsParams) =>
  build
    .select({ id: sql<string>`id`, kind: sql<'audience' | 'version'>`kind` })
    .from(sql`(${unknown(params)})`),
);

export const selectConflict = statement((params: IdsParams) =>
  build.select({ id: sql<string>`id`, field: sql<string>`field` }).from(sql`(${conflict(params)})`),
);

/** The condition that an earlier version imported the session, under its id without the mark. */
const isStoredAlone = ({ pageId }: IdsParams): SQL =>
  existsIn(
    audienceSessions,
    and(
      sql`${audienceSessions.analyticsSessionId} = substr(${rowField('analyticsSessionId')}, ${importedId('').length + 1})`,
      eq(audienceSessions.pageId, pageId),
      sql`${audienceSessions.sessionStartedAt} = ${rowField('sessionStartedAt')}`,
    ),
  );

/** The conditions that the ids of all sessions are free, or of sessions that are imported again. */
export const areFree = (params: IdsParams) => [
  sql`not exists (${unknown(params)})`,
  sql`not exists (${conflict(params)})`,
  not(isStoredAlone(params)),
];
