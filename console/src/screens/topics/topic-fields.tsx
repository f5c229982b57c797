import type { Topic } from '@footfall/client';
import { CheckField } from '../../kit/check-field.tsx';
import { LimitedText } from '../../kit/limited-text.tsx';
import { limits } from './data.ts';

/** The texts of the form of a topic. */
export interface TopicValues {
  title: string;
  purpose: string;
  /** `on` or empty. */
  isDefault: string;
}

/** A topic as texts. */
export const valuesOf = ({ title, purpose, isDefault }: Topic): TopicValues => ({
  title,
  purpose,
  isDefault: isDefault ? 'on' : '',
});

/** A form as texts. Browsers send line breaks as CR LF. */
export const valuesIn = (form: Record<string, string>): TopicValues => ({
  title: (form.title ?? '').trim(),
  purpose: (form.purpose ?? '').replaceAll('\r\n', '\n').trim(),
  isDefault: form.isDefault ?? '',
});

/** The fields of a topic, in a form. */
export function TopicFields({ values }: { values?: TopicValues }) {
  return (
    <>
      <LimitedText label="Title" name="title" value={values?.title} most={limits.title} />
      <LimitedText
        label="Purpose"
        name="purpose"
        hint="When this topic answers, and when it does not."
        value={values?.purpose}
        lines={4}
        most={limits.purpose}
      />
      <CheckField
        label="Default topic"
        name="isDefault"
        hint="Used when no other topic fits."
        isChecked={values?.isDefault === 'on'}
      />
    </>
  );
}
