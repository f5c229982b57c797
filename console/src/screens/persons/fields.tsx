import type { Person } from '@footfall/client';
import { TextField } from '../../kit/field.tsx';

/** What each field of a person that can be edited is called. */
export const fieldLabels = {
  name: 'Name',
  email: 'Email',
  domain: 'Company domain',
  phoneNumber: 'Phone',
  linkedinProfileUrl: 'LinkedIn',
};
type FieldName = keyof typeof fieldLabels;
/** The texts of the form. */
export type PersonValues = Record<FieldName, string>;

/** The fields of a person as texts. */
export const valuesOf = (person: Person): PersonValues =>
  Object.fromEntries(
    Object.keys(fieldLabels).map((name) => [name, person[name as FieldName] ?? '']),
  ) as PersonValues;

/** A person as the service takes it: an empty text clears a field. */
export const bodyOf = ({ name, ...others }: PersonValues) => ({
  name,
  ...Object.fromEntries(Object.entries(others).map(([field, text]) => [field, text || null])),
});

/** The fields of a person, in a form. */
export function PersonFields({ values }: { values?: PersonValues }) {
  const field = (name: FieldName) => ({
    name,
    label: fieldLabels[name],
    value: values?.[name],
  });
  return (
    <>
      <TextField {...field('name')} required />
      <TextField {...field('email')} type="email" />
      <TextField
        {...field('domain')}
        hint="Only if it differs from the email's. It links the person to the account."
      />
      <TextField {...field('phoneNumber')} type="tel" hint="With country code: +49301234567" />
      <TextField {...field('linkedinProfileUrl')} hint="The address of the profile, or its handle" />
    </>
  );
}
