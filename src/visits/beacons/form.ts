import { sha256 } from '../../lib/sha256.ts';
import { asStored, type Identifier, keyOf } from '../../people/persons/identity.ts';
import { formIdentifiers } from '../sessions/form-identifiers.ts';
import type { IdentifierType } from '../sessions/schemas.ts';
import type { SentVisit, Visit, VisitMessage } from './schemas.ts';

type Form = NonNullable<Visit['formSubmit']>;

/** An identifier of a form: its names in session and person, its value, and `key`, the form that is compared. */
interface FormIdentifier {
  type: IdentifierType;
  identifier: Identifier;
  value: string;
  key: string;
  /** The key as it was sent: an earlier version, which normalised otherwise, may have sent the message. */
  sentKey: string;
}

/** The identifiers of a form. The first one identifies its sender. */
export const identifiersOf = (form: Form): FormIdentifier[] =>
  formIdentifiers.flatMap(({ field, type, identifier }) => {
    const sent = form[field];
    const value = sent && asStored[identifier](sent);
    if (sent === undefined || value === undefined) return [];
    return [{ type, identifier, value, key: keyOf(identifier, value), sentKey: keyOf(identifier, sent) }];
  });

/** Whether a form names its sender. */
export const namesSender = (form: Form | undefined): form is Form =>
  form !== undefined && identifiersOf(form).length > 0;

/** A form that names its sender, and the visit that reported it. */
export interface NamedForm {
  receivedAt: number;
  visit: SentVisit;
  form: Form;
  sender: FormIdentifier;
  identifiers: FormIdentifier[];
}

/** The forms in these visits that name their sender: the first of several reports of a form. */
export function namedForms(messages: VisitMessage[]): NamedForm[] {
  const forms = messages.flatMap(({ receivedAt, formReceivedAt = receivedAt, visit }): NamedForm[] => {
    const form = visit.formSubmit;
    const identifiers = form ? identifiersOf(form) : [];
    const [sender] = identifiers;
    return form && sender ? [{ receivedAt: formReceivedAt, visit, form, sender, identifiers }] : [];
  });
  const byForm = Map.groupBy(forms, ({ visit, form, sender }) =>
    JSON.stringify([visit.analyticsSessionId, form.formSubmissionId, sender.key]),
  );
  // The one that was received first, so that an erasure after it is applied.
  return [...byForm.values()].flatMap((same) => same.sort((a, b) => a.receivedAt - b.receivedAt)[0] ?? []);
}

/** Identifies a form of a session without revealing its content: SHA-256. */
export const hashOfForm = ({ analyticsSessionId }: SentVisit, { formSubmissionId }: Form): string =>
  sha256(JSON.stringify([analyticsSessionId, formSubmissionId]));
