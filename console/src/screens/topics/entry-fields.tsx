import { TextField } from '../../kit/field.tsx';
import { LimitedText } from '../../kit/limited-text.tsx';
import { limits } from './data.ts';

/** The texts of the form of an entry. */
export interface EntryValues {
  type: string;
  content: string;
}

/** A form as texts. Browsers send line breaks as CR LF. */
export const valuesIn = (form: Record<string, string>): EntryValues => ({
  type: (form.type ?? '').trim() || 'text',
  content: (form.content ?? '').replaceAll('\r\n', '\n').trim(),
});

/** The fields of an entry, in a form. */
export function EntryFields({ label, values }: { label: string; values?: EntryValues }) {
  return (
    <>
      <LimitedText
        label={label}
        name="content"
        value={values?.content}
        lines={3}
        most={limits.entry}
        path="content.content"
      />
      <TextField
        label="Kind"
        name="type"
        value={values?.type ?? 'text'}
        hint="Small letters, digits and hyphens, such as text, question, faq"
        path="content.type"
      />
    </>
  );
}
