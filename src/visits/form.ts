import { createHash } from 'node:crypto';
import { type Identifier, keyOf } from '../persons/identity.ts';
import type { Visit, VisitMessage } from './schemas.ts';

type Form = NonNullable<Visit['formSubmit']>;

/** The identifiers that a form may have, as forms, sessions and persons name them; the first that is given counts. */
const fields = [
  { field: 'email', type: 'email', identifier: 'email' },
  { field: 'phone', type: 'tel', identifier: 'phoneNumber' },
  { field: 'linkedin', type: 'linkedin', identifier: 'linkedinProfileUrl' },
] as const satisfies { field: keyof Form; type: string; identifier: Identifier }[];

/** An identifier of a form: its name in a person, its value, and `key`, by which it is compared. */
export interface FormIdentifier {
  type: (typeof fields)[number]['type'];
  identifier: Identifier;
  value: string;
  key: string;
}

/** The identifiers that a form has, the one that names its sender first. */
export const formIdentifiers = (form: Form): FormIdentifier[] =>
  fields.flatMap(({ field, type, identifier }) => {
    const value = form[field];
    return value === undefined ? [] : [{ type, identifier, value, key: keyOf(identifier, value) }];
  });

/** Whether a form names its sender. */
export const namesSender = (form: Form | undefined): form is Form =>
  form !== undefined && formIdentifiers(form).length > 0;

/** A form that names its sender, and the session that it was sent in. */
export interface NamedForm {
  receivedAt: number;
  visit: Visit;
  form: Form;
  sender: FormIdentifier;
  identifiers: FormIdentifier[];
}

/** The forms of visits that name their sender. What tells the same form of a session again is left out. */
export function namedForms(messages: VisitMessage[]): NamedForm[] {
  const forms = messages.flatMap(
    ({ receivedAt: told, formReceivedAt: receivedAt = told, visit }): NamedForm[] => {
      const form = visit.formSubmit;
      const identifiers = form ? formIdentifiers(form) : [];
      const [sender] = identifiers;
      return form && sender ? [{ receivedAt, visit, form, sender, identifiers }] : [];
    },
  );
  const byForm = Map.groupBy(forms, ({ visit, form, sender }) =>
    JSON.stringify([visit.analyticsSessionId, form.formSubmissionId, sender.key]),
  );
  // The one that was received first: an erasure since then has to find it.
  return [...byForm.values()].flatMap((same) => same.sort((a, b) => a.receivedAt - b.receivedAt)[0] ?? []);
}

/** Names a form of a session without saying anything about it: SHA-256. */
export const formHash = ({ analyticsSessionId }: Visit, { formSubmissionId }: Form): string =>
  createHash('sha256')
    .update(JSON.stringify([analyticsSessionId, formSubmissionId]))
    .digest('base64url');
