import { type Identifier, keyOf } from '../../people/persons/identity.ts';
import type { IdentifierType } from './schemas.ts';

/**
 * The identifiers that a form may have. The first one that is present identifies the sender. `field` is its name in
 * the form of a visit, `type` in a session, `column` in a session that has a column for it, `identifier` in a person.
 */
export const formIdentifiers = [
  { field: 'email', type: 'email', column: 'formSubmissionEmail', identifier: 'email' },
  { field: 'phone', type: 'tel', column: 'formSubmissionPhone', identifier: 'phoneNumber' },
  { field: 'linkedin', type: 'linkedin', column: undefined, identifier: 'linkedinProfileUrl' },
] as const satisfies {
  field: string;
  type: IdentifierType;
  column: string | undefined;
  identifier: Identifier;
}[];

/** An identifier of a session in the form that is compared between persons. */
export function identifierKey(sessionType: IdentifierType, value: string): string {
  const named = formIdentifiers.find(({ type }) => type === sessionType);
  return named ? keyOf(named.identifier, value) : value;
}
