import type { Topic } from '@footfall/client';
import { limits } from '../../../../src/content/topics/limits.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { LimitedText } from '../../kit/field.tsx';

/** What each field is called. */
export const labels = { title: 'Title', purpose: 'Purpose', isDefault: 'Default topic' };
/** The texts of the form of a topic. `isDefault` is `on` or empty. */
export type TopicValues = Record<keyof typeof labels, string>;

/** A topic as texts. */
export const valuesOf = ({ title, purpose, isDefault }: Topic): TopicValues => ({
  title,
  purpose,
  isDefault: isDefault ? 'on' : '',
});

/** A topic as the service takes it. */
export const bodyOf = (texts: TopicValues) => ({ ...texts, isDefault: texts.isDefault === 'on' });

/** The fields of a topic, in a form. */
export const TopicFields = ({ values }: { values?: TopicValues }) => (
  <>
    <LimitedText label={labels.title} name="title" value={values?.title} most={limits.title} />
    <LimitedText
      label={labels.purpose}
      name="purpose"
      hint="When this topic answers, and when it does not."
      value={values?.purpose}
      lines={4}
      most={limits.purpose}
    />
    <CheckField
      label={labels.isDefault}
      name="isDefault"
      hint="Used when no other topic fits."
      isChecked={values?.isDefault === 'on'}
    />
  </>
);
