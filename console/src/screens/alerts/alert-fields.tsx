import type { Webhook } from '@footfall/client';
import { useState } from 'preact/hooks';
import { alertTypes, conditions } from '../../../../src/vocabulary/conditions.ts';
import { SelectField, TextField, useFieldErrors } from '../../kit/field.tsx';
import { zoneName } from '../../lib/format.ts';
import { zones } from '../../lib/usual-zone.ts';
import { ConditionFields } from './condition-fields.tsx';
import { useRecordNames } from './names.ts';
import { Preview } from './preview.tsx';
import { ReceiverField } from './receiver-field.tsx';
import { type AlertValues, alertLabels, bodyOf, conditionOf, hasWrongCount } from './values.ts';
import { namedIn, usualName, whenOf } from './words.ts';

/** The kinds of what an alert waits for, as one chooses them. */
const kinds = alertTypes.map((value) => ({ value, label: conditions[value].label }));

/** The zones that can be chosen. The service knows some by other names, which browsers do not list. */
const zonesWith = (zone: string) =>
  [...new Set([...zones(), zone])].map((value) => ({ value, label: zoneName(value) }));

export interface AlertFieldsProps {
  start: AlertValues;
  webhooks: Webhook[];
  /** Names that are known already, by their ids. */
  known?: ReadonlyMap<string, string>;
  /** A channel can be made along with it. */
  mayMake?: boolean;
}

/** The fields of an alert, in a form, with what it would have sent. */
export function AlertFields(props: AlertFieldsProps) {
  const { start, webhooks, known = new Map(), mayMake = false } = props;
  const [values, setValues] = useState(start);
  const errors = useFieldErrors();
  const set = (name: keyof AlertValues) => (text: string) => setValues((now) => ({ ...now, [name]: text }));
  const condition = conditionOf(values);
  const loaded = useRecordNames(namedIn(condition).filter((id) => !known.has(id)));
  const nameOf = (id: string) => known.get(id) ?? loaded(id);
  const isWrong =
    hasWrongCount(condition) || Object.keys(condition).some((field) => errors.has(`condition.${field}`));
  return (
    <>
      <SelectField
        label={alertLabels.type}
        name="type"
        value={values.type}
        options={kinds}
        path="condition.type"
        onChange={set('type')}
      />
      <ConditionFields values={values} known={known} set={set} />
      <ReceiverField
        webhooks={webhooks}
        value={values.webhookId}
        mayMake={mayMake}
        onChange={set('webhookId')}
      />
      <details open={errors.has('name') || errors.has('timezone') || undefined}>
        <summary>Name and time zone</summary>
        <div class="form stack">
          <TextField
            label={alertLabels.name}
            name="name"
            value={values.name}
            placeholder={usualName(condition)}
            onInput={set('name')}
          />
          <SelectField
            label={alertLabels.timezone}
            name="timezone"
            value={values.timezone}
            options={zonesWith(start.timezone)}
            hint="Days and weeks begin in this zone. An alert reports the same account or person once a day."
            onChange={set('timezone')}
          />
        </div>
      </details>
      <p class="sentence" role="status">
        {!isWrong && `${whenOf(condition, nameOf)}.`}
      </p>
      <Preview body={bodyOf(values)} isPlain />
    </>
  );
}
