import { AudienceCreate } from '../../content/audiences/schemas.ts';
import { FieldsUpdate } from '../../content/pages/field-schemas.ts';
import { misfits, type PageField } from '../../content/pages/fields.ts';
import { violationsOf } from '../../http/validate.ts';
import { fieldsMismatch, type Violation, validationError, violation } from '../../lib/errors.ts';
import { PersonCreate } from '../../people/persons/body-schemas.ts';
import { normalisePath } from '../../visits/page-links/path.ts';
import type { Arguments } from './arguments.ts';
import { bodyOf, wordsIn } from './words.ts';

export const identifiers = ['email', 'linkedinProfileUrl', 'phoneNumber'] as const;
/** Where links for one person are. A link elsewhere would count the visitors of any page as visits of that person. */
export const folder = '/for/';

/** What a call wants, when all of it is valid. */
export interface Wish {
  /** An id, or one identifier and perhaps a name. */
  person:
    | { personId: string }
    | { identifier: (typeof identifiers)[number]; value: string; name: string | undefined };
  path: string | undefined;
}

/** What a call wants. Throws `validation_failed` with all violations, before anything is made. */
export function wishOf(given: Arguments): Wish {
  const named = identifiers.filter((name) => name in given);
  const { personId, name, path } = given as Record<string, string | undefined>;
  const found: Violation[] = [];
  const parsed = PersonCreate.safeParse({
    name: name ?? 'Unknown',
    ...Object.fromEntries(named.map((one) => [one, given[one]])),
  });
  for (const issue of parsed.error?.issues ?? []) found.push(...violationsOf(issue, 'body', given));
  const [identifier] = named;
  const value = identifier && parsed.data?.[identifier];
  // A text such as "none" identifies nobody.
  const isOne = named.length + (personId === undefined ? 0 : 1) === 1 && (personId ?? value) !== undefined;
  if (parsed.success && !isOne)
    found.push(
      violation(
        'body',
        'personId',
        'required',
        `must be given, or else exactly one of ${identifiers.join(', ')}`,
      ),
    );
  const words = AudienceCreate.safeParse({
    ...bodyOf(wordsIn(given)),
    ...(personId === undefined ? {} : { personId }),
  });
  for (const issue of words.error?.issues ?? []) found.push(...violationsOf(issue, 'body', given));
  const normalised = path === undefined ? undefined : normalisePath(path);
  if (path !== undefined && !(normalised?.startsWith(folder) && path.isWellFormed()))
    found.push(violation('body', 'path', 'not_allowed', `must be a path below ${folder}`));
  if (found.length > 0) throw validationError(found);
  return {
    person: identifier && value !== undefined ? { identifier, value, name } : { personId: personId ?? '' },
    path: normalised,
  };
}

/** Throws `fields_mismatch` for words that the page has no field for. */
export function assertFields(page: { fields: PageField[] }, given: Arguments): void {
  const fields = FieldsUpdate.safeParse(given.fieldOverrides ?? {});
  const found = misfits(page.fields, fields.data ?? {});
  if (found.length === 0) return;
  throw fieldsMismatch(
    found.map(({ name, code, message }) => violation('body', `fieldOverrides.${name}`, code, message)),
  );
}
