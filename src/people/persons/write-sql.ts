import { omit } from 'es-toolkit/object';
import { eventsByType } from '../../vocabulary/events.ts';

// The SQL of what a known person gets from a write; tables/found-person.ts has how a write finds the person. The triggers
// that write persons have it (src/schema/derived/person-writes.sql.ts, log-writes.sql.ts), and the dry run
// (store/dry-run.ts). `new.write` is a JSON object with the fields of identity.ts, `person` the person that it matches.

/** SQL of a field of a write. */
export const field = (name: string): string => `new.write ->> '${name}'`;

/** SQL of the domain of the email of a write, or null for free mail. */
export const emailDomain = (indent: string): string => `(
${indent}SELECT new.write ->> 'emailDomain'
${indent}WHERE NOT EXISTS (SELECT 1 FROM free_mail_domains WHERE domain = new.write ->> 'emailDomain'))`;

export const isUpdate = `${field('onConflict')} = 'update'`;
export const isSkip = `${field('onConflict')} = 'skip'`;

/** SQL of whether another person has an identifier of a write. */
const isHeld = (column: string, key: string) =>
  `EXISTS (SELECT 1 FROM persons WHERE ${column} = ${field(key)} AND seq IS NOT person.seq)`;

/** The columns of identifiers: the field with its value, and the field and the column that are compared. */
const identifiers = [
  { column: 'email', value: 'email', compared: 'email', key: 'email' },
  { column: 'phone_number', value: 'phoneNumber', compared: 'phone_number', key: 'phoneNumber' },
  {
    column: 'linkedin_profile_url',
    value: 'linkedinProfileUrl',
    compared: 'linkedin_identity',
    key: 'linkedinIdentity',
  },
];

/** Fields that are a column as they are, and no identifier, by their columns: as `plainFields` of store/internal.ts. */
export const plainColumns: Record<string, string> = Object.fromEntries(
  Object.keys(
    omit(eventsByType['person.updated'].fields ?? {}, [
      'name',
      'email',
      'domain',
      'phoneNumber',
      'linkedinProfileUrl',
    ]),
  ).map((name) => [name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), name]),
);

/** SQL of whether a known person gets the identifier: a blank, or in place of another when the write updates. */
const gets = ({ column, value, compared, key }: (typeof identifiers)[number]) =>
  `${field(value)} IS NOT NULL AND iif(${isUpdate}, person.${compared} IS NOT ${field(key)},
        person.${column} IS NULL AND NOT ${isHeld(compared, key)})`;

const [email, phoneNumber, linkedin] = identifiers.map(gets);

/** SQL of whether a known person gets the name, which one has who was named after an identifier. */
export const getsName = `${field('givenName')} IS NOT NULL AND person.name <> ${field('givenName')} AND (${isUpdate}
        OR person.name IN (SELECT value FROM json_each(new.write, '$.derivedNames')))`;

/** What decides which other fields a known person gets, by a name for it. */
export const getsOthers: Record<string, string> = {
  gets_email: `${email}`,
  gets_phone_number: `${phoneNumber}`,
  gets_linkedin: `${linkedin}`,
  gets_domain: `${field('domain')} IS NOT NULL AND iif(${isUpdate}, person.domain IS NOT ${field('domain')},
        person.account_domain IS NULL)`,
  ...Object.fromEntries(
    Object.entries(plainColumns).map(([column, name]) => [
      `gets_${column}`,
      `${field(name)} IS NOT NULL AND iif(${isUpdate}, person.${column} IS NOT ${field(name)}, person.${column} IS NULL)`,
    ]),
  ),
};

/** SQL of whether a write would give the person what another one has. */
export const isConflict = `(${isUpdate} AND (${identifiers.map(({ compared, key }) => isHeld(compared, key)).join('\n        OR ')}))`;
