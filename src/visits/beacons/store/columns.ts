import { sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { omit } from 'es-toolkit/object';
import { audienceSessions, mayNamePerson } from '../../../analytics/tables/sessions.ts';
import { each } from '../../../lib/each.ts';
import { countFields, countsOf } from '../../../vocabulary/counts.ts';
import type { Dimension } from '../../../vocabulary/dimensions.ts';
import { namesOf } from '../../../vocabulary/visit-facts.ts';
import { type Landing, landingOf } from '../../page-links/store/landing.ts';
import { identifiersOf } from '../form.ts';
import type { SentVisit, VisitMessage } from '../schemas.ts';

/** The columns of a new session. */
export type NewSession = typeof audienceSessions.$inferInsert;

function formOf({ formSubmit: form }: SentVisit) {
  if (!form) return { formState: 0 };
  const [sender] = identifiersOf(form);
  return {
    formState: sender ? 2 : 1,
    formSubmissionId: form.formSubmissionId,
    formSubmissionEmail: form.email,
    formSubmissionPhone: form.phone,
    formSubmissionIdentifier: sender?.key,
    formSubmissionIdentifierType: sender?.type,
  };
}

/** The row of a session that consists of this visit only, and where it landed. */
export function toRow({ receivedAt, visit, dimensions }: VisitMessage): NewSession & Landing {
  const { elapsedMs, maxScrollDepthPercentage, ...rest } = visit;
  const fields = omit(rest, ['formSubmit', 'foundFields', 'experimentId', 'unit', 'hasActionClick']);
  // The visitor's clock may be wrong, so the start is computed from the elapsed time. The visit with the least delay
  // gives the earliest start, which is the most accurate one.
  const sessionStartedAt = receivedAt - elapsedMs;
  return {
    ...fields,
    ...dimensions,
    ...formOf(visit),
    ...landingOf(visit.pageUrl),
    computationStatus: 'pending',
    ...countsOf(visit),
    maxScrollDepth: Math.round(maxScrollDepthPercentage * 100),
    sessionStartedAt,
  };
}

const table = audienceSessions;

const reported = (column: SQLiteColumn) => sql.raw(`excluded.${column.name}`);

/** The condition that the form of the session named somebody erased: columns that name them stay empty. */
const isErased = sql`(${table.formState} = 2 and ${table.formSubmissionIdentifier} is null)`;

/**
 * How a column merges the value of another visit. Each way is commutative, associative and idempotent. (A start is not
 * among them: the order of visits may change it by less than `leastMove`.)
 */
const ways = {
  /** Either may be null: the column of an imported session, and the value of a tracker that did not count it yet. */
  most: (column: SQLiteColumn) => ({
    merged: sql`coalesce(max(${column}, ${reported(column)}), ${reported(column)}, ${column})`,
    changes: sql`(${reported(column)} is not null and (${column} is null or ${reported(column)} > ${column}))`,
  }),
  /** The first value that a visit reports. All visits of a session report the same value, or none. */
  first: (column: SQLiteColumn) => ({
    merged: sql`coalesce(${column}, ${reported(column)})`,
    changes: sql`(${column} is null and ${reported(column)} is not null)`,
  }),
  /** As `first`, but a column that an erasure has cleared stays null. */
  unlessErased: (column: SQLiteColumn) => ({
    merged: sql`case when ${isErased} then ${column} else coalesce(${column}, ${reported(column)}) end`,
    changes: sql`(${column} is null and ${reported(column)} is not null and not ${isErased})`,
  }),
  /** The path of `pageUrl`: a visit that reports another URL changes neither. */
  ofPageUrl: (column: SQLiteColumn) => ({
    merged: sql`iif(${isErased} or ${table.pageUrl} is not null, ${column}, ${reported(column)})`,
    changes: sql`(${table.pageUrl} is null and ${reported(column)} is not null and not ${isErased})`,
  }),
  /** As `first`, but null once the session has an audience. */
  unlessAttributed: (column: SQLiteColumn) => ({
    merged: sql`case when coalesce(${table.audienceId}, excluded.audience_id) is null then coalesce(${column}, ${reported(column)}) end`,
    changes: sql`(${table.audienceId} is null and ${column} is null and ${reported(column)} is not null)`,
  }),
  /** As `first`, of the visits that report the audience of the session. */
  ofAudience: (column: SQLiteColumn) => ({
    merged: sql`coalesce(${column}, iif(excluded.audience_id = ${table.audienceId}, ${reported(column)}, null))`,
    changes: sql`(${column} is null and ${reported(column)} is not null and excluded.audience_id = ${table.audienceId})`,
  }),
  /** The columns of a form change together. A form with an identifier replaces one without. */
  form: (column: SQLiteColumn) => ({
    merged: sql`case when excluded.form_state > ${table.formState} then ${reported(column)} else ${column} end`,
    changes: sql`excluded.form_state > ${table.formState}`,
  }),
};

/** The condition that a dimension names nobody, so that no erasure clears it. */
const isHarmless = (name: Dimension) => !mayNamePerson.some((one) => one === name);

const mergedBy: Partial<Record<keyof NewSession, keyof typeof ways>> = {
  activeMs: 'most',
  engagedMs: 'most',
  maxScrollDepth: 'most',
  ...each(countFields, () => 'most'),
  hasConversion: 'most',
  hasInput: 'most',
  failure: 'unlessAttributed',
  ...each(mayNamePerson, () => 'unlessErased'),
  linkPath: 'ofPageUrl',
  ...each(namesOf('request').filter(isHarmless), () => 'first'),
  versionId: 'ofAudience',
  formState: 'form',
  formSubmissionId: 'form',
  formSubmissionEmail: 'form',
  formSubmissionPhone: 'form',
  formSubmissionIdentifier: 'form',
  formSubmissionIdentifierType: 'form',
};
/** The columns that a visit may change: what they become, and when they change. */
export const merges = Object.entries(mergedBy).map(([name, way]) => ({
  name,
  ...ways[way](table[name as keyof NewSession]),
}));
