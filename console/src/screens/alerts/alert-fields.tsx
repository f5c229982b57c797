import type { Webhook } from '@footfall/client';
import { useState } from 'preact/hooks';
import {
  alertTypes,
  type ConditionField,
  conditions,
  type FieldName,
  fieldsOf,
} from '../../../../src/vocabulary/conditions.ts';
import { pageNameIn, pageOptions, usePages, usePagesById } from '../../data/pages.ts';
import { SelectField, type SelectFieldProps, TextField, useFieldErrors } from '../../kit/field.tsx';
import { zoneName } from '../../lib/format.ts';
import { zones } from '../../lib/usual-zone.ts';
import { ChosenField } from './chosen-field.tsx';
import { Preview } from './preview.tsx';
import { ReceiverField } from './receiver-field.tsx';
import { type AlertValues, alertLabels, bodyOf, conditionOf, hasWrongCount } from './values.ts';
import { namedIn, useRecordNames, usualName, whenOf } from './words.ts';

export interface ConditionFieldsProps {
  values: AlertValues;
  /** Names that are known already, by their ids. */
  known: ReadonlyMap<string, string>;
  set: (name: keyof AlertValues) => (text: string) => void;
}

/** A page: of the newest ones, and the one that is chosen, which may be older. */
function PageField({ first, ...field }: Omit<SelectFieldProps, 'options'> & { first: string }) {
  const chosen = field.value ?? '';
  const pages = usePages().data;
  const named = usePagesById(chosen === '' ? [] : [chosen]);
  const isListed = chosen === '' || pages?.some(({ pageId }) => pageId === chosen);
  const older = isListed ? [] : [{ value: chosen, label: pageNameIn(named, chosen) }];
  return <SelectField {...field} options={[{ value: '', label: first }, ...older, ...pageOptions(pages)]} />;
}

interface FieldProps extends ConditionFieldsProps {
  name: FieldName;
  field: ConditionField;
}

function Field({ name, field, values, known, set }: FieldProps) {
  const { label, hint } = field;
  const shared = { name, label, hint, value: values[name], path: `condition.${name}` };
  switch (field.is) {
    case 'some':
      return <ChosenField {...shared} kind={field.kind} known={known} onChange={set(name)} />;
    case 'count':
      return <TextField {...shared} onInput={set(name)} />;
    case 'choice': {
      const options = Object.entries(field.words).map(([value, word]) => ({ value, label: word }));
      return <SelectField {...shared} options={options} onChange={set(name)} />;
    }
    default:
      return (
        <PageField
          {...shared}
          first={field.is === 'page' ? 'Choose a page' : 'All pages'}
          onChange={set(name)}
        />
      );
  }
}

/** What an alert waits for, by its type. Short fields without a hint stand side by side. */
function ConditionFields(props: ConditionFieldsProps) {
  const fields = fieldsOf(props.values.type);
  const short = fields.filter(([, { is, hint }]) => (is === 'count' || is === 'choice') && !hint);
  const shown = ([name, field]: (typeof fields)[number]) => (
    <Field key={name} {...props} name={name} field={field} />
  );
  const [first] = short;
  return (
    <>
      {fields.map((one) => {
        if (!short.includes(one)) return shown(one);
        return (
          one === first && (
            <div key="short" class="field-pair stack-3">
              {short.map(shown)}
            </div>
          )
        );
      })}
    </>
  );
}

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
