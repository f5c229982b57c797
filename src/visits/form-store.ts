import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { idempotencyKeys } from '../db/schema/logs.ts';
import { persons } from '../db/schema/persons.ts';
import { audienceSessions } from '../db/schema/sessions.ts';
import type { Statement } from '../db/statements.ts';
import { hashIdempotencyKey } from '../lib/idempotency.ts';
import { planPersonLog } from '../person-logs/store.ts';
import type { VisitMessage } from './schemas.ts';

const table = audienceSessions;

/** Names the one log that a session's form is written as. */
const keyOf = (analyticsSessionId: string) => `visit:${analyticsSessionId}`;

/** The log of a form that names who submitted it, if the session has taken this form. */
function logOf(db: Database, { receivedAt, visit }: VisitMessage): Statement[] {
  const { analyticsSessionId, pageId, audienceId = null, formSubmit: form } = visit;
  if (!form) return [];
  const { formSubmissionId, email, phone: phoneNumber, linkedin: linkedinProfileUrl } = form;
  if (!email && !phoneNumber && !linkedinProfileUrl) return [];
  const isTaken = and(
    eq(table.analyticsSessionId, analyticsSessionId),
    eq(table.pageId, pageId),
    eq(table.formSubmissionId, formSubmissionId),
    isNull(table.personId),
  );
  const write = {
    source: 'website',
    type: 'form-submitted',
    payload: JSON.stringify({ analyticsSessionId, formSubmissionId, pageId, audienceId }),
    idempotencyKey: keyOf(analyticsSessionId),
    email,
    phoneNumber,
    linkedinProfileUrl,
  };
  const condition = sql`exists (select 1 from ${table} where ${isTaken})`;
  return planPersonLog(db, write, receivedAt, condition).statements;
}

/** An UPDATE that links sessions to the persons whom the logs of their forms belong to. */
function linkPersons(db: Database, sessionIds: string[]): Statement {
  const links = JSON.stringify(sessionIds.map((id) => [id, hashIdempotencyKey(keyOf(id))]));
  const isKey = and(
    eq(idempotencyKeys.resource, 'person_log'),
    sql`${idempotencyKeys.keyHash} = link.value ->> 1`,
  );
  const personId = sql`(select ${persons.personId} from json_each(${links}) as link
    join ${idempotencyKeys} on ${isKey}
    join ${persons} on ${eq(persons.personId, idempotencyKeys.ownerId)}
    where link.value ->> 0 = ${table.analyticsSessionId})`;
  return db
    .update(table)
    .set({ personId })
    .where(
      and(
        inArray(table.analyticsSessionId, sql`(select link.value ->> 0 from json_each(${links}) as link)`),
        isNull(table.personId),
        eq(table.formState, 2),
      ),
    );
}

/** Statements that write the forms of visits as logs of their persons, each once, and link the sessions to them. */
export function formLogs(db: Database, messages: VisitMessage[]): Statement[] {
  const named = messages.filter(({ visit }) => visit.formSubmit);
  const logs = named.flatMap((message) => logOf(db, message));
  if (logs.length === 0) return [];
  return [...logs, linkPersons(db, [...new Set(named.map(({ visit }) => visit.analyticsSessionId))])];
}
