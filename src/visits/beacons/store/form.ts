import { and, eq, gte, isNull, type SQL, sql } from 'drizzle-orm';
import { audienceSessions, cleared } from '../../../analytics/tables/sessions.ts';
import { existsIn } from '../../../db/sql.ts';
import { type Bound, build, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { accountOrNone } from '../../../people/accounts/store/internal.ts';
import { insertLogWhere, personLogFields } from '../../../people/logs/store/create.ts';
import { earlierIdentifierHash, type Identifier, identifierHash } from '../../../people/persons/identity.ts';
import { personWith } from '../../../people/persons/store/identity.ts';
import { erasedIdentifiers } from '../../../people/tables/persons.ts';
import type { NamedForm } from '../form.ts';
import { claimedName } from '../form-fields.ts';

const table = audienceSessions;

const formKeyOf = ({ visit, form, sender }: NamedForm) => ({
  sessionId: visit.analyticsSessionId,
  pageId: visit.pageId,
  formId: form.formSubmissionId,
  senderKey: sender.key,
});
type FormKey = ParamsOf<ReturnType<typeof formKeyOf>>;

/** The condition that the session has this form and is not linked to a person yet. */
const isTaken = ({ sessionId, pageId, formId, senderKey }: FormKey): SQL | undefined =>
  and(
    eq(table.analyticsSessionId, sessionId),
    eq(table.pageId, pageId),
    eq(table.formSubmissionId, formId),
    eq(table.formSubmissionIdentifier, senderKey),
    isNull(table.personId),
  );

interface ClearParams {
  key: FormKey;
  /** The hashes of the form's identifiers, as a JSON array. */
  hashes: Param<string>;
  receivedAt: Param<number>;
}

/** Clears a form received before one of its identifiers was erased, and what else may name its sender. */
const clearErased = statement(({ key, hashes, receivedAt }: ClearParams) =>
  build
    .update(table)
    .set({
      formSubmissionEmail: null,
      formSubmissionPhone: null,
      formSubmissionIdentifier: null,
      formSubmissionIdentifierType: null,
      ...cleared,
    })
    .where(
      and(
        isTaken(key),
        existsIn(
          erasedIdentifiers,
          and(
            sql`${erasedIdentifiers.identifierHash} in (select value from json_each(${hashes}))`,
            gte(erasedIdentifiers.erasedAt, receivedAt),
          ),
        ),
      ),
    ),
);

const insertLog = statement(
  ({ key, ...log }: { key: FormKey; write: Param<string>; payload: Param<string> }) =>
    insertLogWhere(log, existsIn(table, isTaken(key))),
);

const linkSession = statement(({ key }: { key: FormKey }, identifier: Identifier) => {
  const personId = personWith(identifier, key.senderKey);
  return build
    .update(table)
    .set({ personId, accountId: accountOrNone(personId) })
    .where(isTaken(key));
});

/**
 * Statements that write a form as a log of its sender, once, and link its session to that person. Anyone can send a
 * form, so it only finds or creates a person by its first identifier. It changes no existing person. `secret` belongs to
 * erased identifiers.
 */
export function formStatements(named: NamedForm, secret: string): Bound[] {
  const { receivedAt, visit, form, sender } = named;
  const { analyticsSessionId, pageId, audienceId = null } = visit;
  const key = formKeyOf(named);
  const { fields: claims, ...identifiers } = form;
  const payload = JSON.stringify({ fields: claims, analyticsSessionId, pageId, audienceId, ...identifiers });
  const name = claimedName(claims);
  const log = {
    source: 'website',
    type: 'form-submitted',
    payload,
    [sender.identifier]: sender.value,
    ...(name !== undefined && { name }),
  };
  // The session shows that its form is written, so the log needs no key, and is no log without one (keyless-logs.sql.ts).
  const fields = {
    ...personLogFields(log, receivedAt),
    fingerprint: {},
    formOfSession: analyticsSessionId,
  };
  const hashes = named.identifiers.flatMap(({ identifier, key, sentKey }) =>
    [...new Set([key, sentKey])].flatMap((one) => [
      identifierHash(secret, identifier, one),
      earlierIdentifierHash(identifier, one),
    ]),
  );
  return [
    clearErased({ key, hashes: JSON.stringify(hashes), receivedAt }),
    insertLog({ key, write: JSON.stringify(fields), payload }),
    linkSession({ key }, sender.identifier),
  ];
}
