import { getPage, type Page, type PageField } from '@footfall/client';
import { useRef, useState } from 'preact/hooks';
import { askResponse, type Read } from '../../data/api.ts';
import { textsIn, versionOf } from '../../data/edit.ts';
import { EditRecord } from '../../kit/edit-record.tsx';
import { FieldError, SelectField, TextField } from '../../kit/field.tsx';
import { ChangeDialog, Dialog } from '../../kit/form.tsx';
import {
  addFields,
  changeField,
  type FieldTexts,
  inputOf,
  kinds,
  labelFor,
  labels,
  nameFor,
  textsOf,
  usedIn,
} from './data.ts';

const kindOptions = Object.entries(kinds).map(([value, label]) => ({ value, label }));

interface InputsProps {
  values?: FieldTexts;
  kind: string;
  /** Its place in the list that is sent. */
  index: number;
}

/** What is the same for a new field and for one that is changed. */
const Inputs = ({ values, kind, index }: InputsProps) => (
  <>
    <TextField
      key={kind}
      label={labels.default}
      name="default"
      value={values?.default}
      path={`fields.${index}.default`}
      hint={`${kind === 'list' ? 'One a line. ' : ''}${kind === 'image' ? 'The address of the image. ' : ''}What visitors get where an audience has nothing of its own.`}
      {...((kind === 'long' || kind === 'list') && { lines: 4 })}
    />
    {kind === 'image' && (
      <TextField label={labels.alt} name="alt" value={values?.alt} hint="For visitors who do not see it." />
    )}
    <TextField
      label={labels.maxLength}
      name="maxLength"
      value={values?.maxLength}
      path={`fields.${index}.maxLength`}
      hint={`${kind === 'list' ? 'Of a line. ' : kind === 'image' ? 'Of its description. ' : ''}Empty: as many as usual.`}
    />
    <TextField
      label={labels.help}
      name="help"
      value={values?.help}
      path={`fields.${index}.help`}
      hint="It stands below the name of the field in the form of an audience."
      lines={2}
    />
    <FieldError path="fields" />
  </>
);

interface NewFieldProps {
  read: Read<Page>;
  /** Its name in the code, if the page has it already. */
  found?: string;
  onClose: () => void;
}

/** A dialog that adds a field to a page. */
export function NewField({ read, found, onClose }: NewFieldProps) {
  const [label, setLabel] = useState(found === undefined ? '' : labelFor(found));
  const [kind, setKind] = useState('text');
  const index = usedIn(read.data).length;
  const textOf = (form: Record<string, string>) => inputOf(textsIn(form, labels));
  return (
    <ChangeDialog
      title="New field"
      submit="Add the field"
      send={(form) => addFields(read, textOf(form))}
      done={() => 'The field was added'}
      onClose={onClose}
    >
      <TextField
        label={labels.label}
        name="label"
        value={found === undefined ? '' : labelFor(found)}
        path={`fields.${index}.label`}
        hint="What it is, such as Headline."
        onInput={setLabel}
      />
      <TextField
        label={labels.name}
        name="name"
        value={found ?? nameFor(label)}
        path={`fields.${index}.name`}
        hint="Your website finds the text by it. It stays as it is."
      />
      <SelectField
        label={labels.kind}
        name="kind"
        value={kind}
        options={kindOptions}
        path={`fields.${index}.kind`}
        onChange={setKind}
      />
      <Inputs kind={kind} index={index} />
    </ChangeDialog>
  );
}

interface EditFieldProps {
  read: Read<Page>;
  field: PageField;
  onClose: () => void;
}

/** A dialog that changes a field of a page. Its kind and its name in the code stay. */
export function EditField({ read: { data: page, match }, field, onClose }: EditFieldProps) {
  const { name, kind } = field;
  /** The page as the form's texts were read: the other fields of the list that is sent are its. */
  const of = useRef(page);
  const index = usedIn(page).findIndex((one) => one.name === name);
  const isShown = (label: string) =>
    label !== 'name' && label !== 'kind' && (label !== 'alt' || kind === 'image');
  const shown = Object.fromEntries(
    Object.entries(labels).filter(([label]) => isShown(label)),
  ) as typeof labels;
  return (
    <Dialog title={`Edit ${field.label}`} onClose={onClose}>
      <p class="muted">
        {kinds[kind]}, in the code <code>{name}</code>
      </p>
      <EditRecord
        what="field"
        labels={shown}
        start={{ values: textsOf(field), match }}
        valuesIn={(form) => ({ ...textsIn(form, labels), name, kind })}
        read={() =>
          versionOf(askResponse(getPage, { path: { page_id: page.pageId } }), (now) => {
            of.current = now;
            return textsOf(now.fields.find((one) => one.name === name) ?? field);
          })
        }
        // Without a length, the usual one.
        bodyOf={(values) => ({ maxLength: undefined, ...inputOf(values) })}
        send={(body, last) => changeField(of.current, name, body, last)}
        onClose={onClose}
      >
        {(values) => (
          <>
            <TextField
              label={labels.label}
              name="label"
              value={values.label}
              path={`fields.${index}.label`}
            />
            <Inputs values={values} kind={kind} index={index} />
          </>
        )}
      </EditRecord>
    </Dialog>
  );
}
