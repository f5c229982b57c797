import { type SQL, sql } from 'drizzle-orm';
import { idleTime } from '../../../analytics/lifetime.ts';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import type { Param } from '../../../db/statement.ts';

const { sessionStartedAt, activeMs, computationStatus, failure } = audienceSessions;

// `statusOf` in SQL.

/** The condition that a session is pending at a time, in milliseconds since 1970. */
const isPendingAt = (now: Param<number>): SQL =>
  sql`(${computationStatus} = 'pending' and ${sessionStartedAt} + ${activeMs} + ${idleTime} > ${now})`;

/** The status of a session at a time, in milliseconds since 1970. */
export const statusAt = (now: Param<number>): SQL =>
  sql`case when ${isPendingAt(now)} then 'pending' when ${failure} is null then 'completed' else 'failed' end`;
