import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { erasedIdentifiers } from '../db/schema/persons.ts';
import { audienceSessions } from '../db/schema/sessions.ts';
import type { Statement } from '../db/statements.ts';
import { planPersonLog } from '../person-logs/store.ts';
import { identifierHash } from '../persons/identity.ts';
import { matchPerson } from '../persons/identity-store.ts';
import type { NamedForm } from './form.ts';

const table = audienceSessions;

/** The condition that a session has taken this form, and belongs to no person yet. */
const isTaken = ({ visit, form, sender }: NamedForm) =>
  and(
    eq(table.analyticsSessionId, visit.analyticsSessionId),
    eq(table.pageId, visit.pageId),
    eq(table.formSubmissionId, form.formSubmissionId),
    eq(table.formSubmissionIdentifier, sender.key),
    isNull(table.personId),
  );

/** Clears a form that was received before one of its identifiers was erased, and what else says who sent it. */
function clearErased(db: Database, named: NamedForm): Statement {
  const hashes = named.identifiers.map(({ identifier, key }) => identifierHash(identifier, key));
  const isErased = and(
    inArray(erasedIdentifiers.identifierHash, hashes),
    gte(erasedIdentifiers.erasedAt, named.receivedAt),
  );
  return db
    .update(table)
    .set({
      formSubmissionEmail: null,
      formSubmissionPhone: null,
      formSubmissionIdentifier: null,
      formSubmissionIdentifierType: null,
      pageTitle: null,
      pageUrl: null,
      utmCampaign: null,
      utmContent: null,
      utmMedium: null,
      utmSource: null,
      utmTerm: null,
    })
    .where(and(isTaken(named), sql`exists (select 1 from ${erasedIdentifiers} where ${isErased})`));
}

/**
 * Statements that write a form as a log of its sender, once, and link its session to that person. Anyone can send
 * a form: it finds or makes a person by its first identifier, and changes none that is there.
 */
export function formStatements(db: Database, named: NamedForm): Statement[] {
  const { receivedAt, visit, form, sender } = named;
  const { analyticsSessionId, pageId, audienceId = null } = visit;
  const found = { [sender.identifier]: sender.value };
  const write = {
    source: 'website',
    type: 'form-submitted',
    payload: JSON.stringify({ analyticsSessionId, pageId, audienceId, ...form }),
    ...found,
  };
  const condition = sql`exists (select 1 from ${table} where ${isTaken(named)})`;
  return [
    clearErased(db, named),
    ...planPersonLog(db, write, receivedAt, condition).writes,
    db
      .update(table)
      .set({ personId: matchPerson(found) })
      .where(isTaken(named)),
  ];
}
