import { type ConditionField, type FieldName, fieldsOf } from '../../../../src/vocabulary/conditions.ts';
import { pageNameIn, pageOptions, usePages, usePagesById } from '../../data/pages.ts';
import { SelectField, type SelectFieldProps, TextField } from '../../kit/field.tsx';
import { ChosenField } from './chosen-field.tsx';
import type { AlertValues } from './values.ts';

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
export function ConditionFields(props: ConditionFieldsProps) {
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
