import { getSource, type Source } from '@footfall/client';
import { useState } from 'preact/hooks';
import { askResponse, orReadAgain, type Read, useMutation } from '../../data/api.ts';
import { versionOf } from '../../data/edit.ts';
import { Button } from '../../kit/button.tsx';
import { type Editing, EditRecord } from '../../kit/edit-record.tsx';
import { Facts } from '../../kit/facts.tsx';
import { TextField } from '../../kit/field.tsx';
import { NotDone } from '../../kit/form.tsx';
import { toast } from '../../lib/toasts.ts';
import { changeSource } from './words.ts';

type Mapping = Source['mapping'];
type Texts = Record<keyof Mapping, string>;

const labels: Texts = {
  email: 'Email',
  phoneNumber: 'Phone number',
  linkedinProfileUrl: 'LinkedIn profile',
  name: 'Name',
  type: 'Type',
  occurredAt: 'Time',
  excludedTypes: 'Types that are left out',
};
const fields = Object.keys(labels) as (keyof Mapping)[];

const valuesOf = ({ mapping }: Source): Texts =>
  Object.fromEntries(fields.map((field) => [field, mapping[field].join('\n')])) as Texts;

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The change: what is left as it was stays as in the ready mapping, also when that changes. */
const changeOf = (source: Source) => (texts: Texts) => {
  const before = valuesOf(source);
  const changed = fields.filter((field) => texts[field] !== before[field]);
  return {
    mapping: Object.fromEntries(changed.map((field) => [field, linesOf(texts[field])])) as Partial<Mapping>,
  };
};

/** The paths in a body at which the service may name a problem. */
const pathsOf = (field: keyof Mapping): string[] => [
  `mapping.${field}`,
  ...Array.from({ length: 50 }, (_, index) => `mapping.${field}.${index}`),
];

const EditMapping = ({ data: source, match, onClose }: Editing<Source>) => (
  <EditRecord
    what="mapping"
    labels={labels}
    start={{ values: valuesOf(source), match }}
    read={() => versionOf(askResponse(getSource, { path: { source_id: source.sourceId } }), valuesOf)}
    bodyOf={changeOf(source)}
    send={(body, state) => changeSource(source.sourceId, body, state)}
    onClose={onClose}
  >
    {(values) =>
      fields.map((field) => (
        <TextField
          key={field}
          label={labels[field]}
          name={field}
          value={values[field]}
          lines={Math.max(2, linesOf(values[field]).length)}
          path={pathsOf(field)}
          hint={
            field === 'excludedTypes'
              ? 'One a line, such as invoice-created. They become no log.'
              : 'One path a line, such as $.data.email. The first that leads to a value counts.'
          }
        />
      ))
    }
  </EditRecord>
);

/** A button that takes one field back to the ready mapping. */
function ReadyField({ data: source, match, field }: Read<Source> & { field: keyof Mapping }) {
  const reset = useMutation(
    () => orReadAgain(changeSource(source.sourceId, { mapping: { [field]: null } }, match)),
    { onDone: () => toast(`${labels[field]} is as in the ready mapping again`) },
  );
  return (
    <div>
      <span class="muted">Your own. </span>
      <Button
        kind="link"
        isBusy={reset.isRunning}
        aria-label={`Use the ready mapping for ${labels[field]}`}
        onClick={() => reset.run(undefined)}
      >
        Use the ready one
      </Button>
      <NotDone error={reset.error} />
    </div>
  );
}

function ReadyMapping({ data: source, match }: Read<Source>) {
  const reset = useMutation(() => orReadAgain(changeSource(source.sourceId, { mapping: null }, match)), {
    onDone: () => toast('The ready mapping is in force again'),
  });
  return (
    <>
      <Button isBusy={reset.isRunning} onClick={() => reset.run(undefined)}>
        Use the ready mapping
      </Button>
      <NotDone error={reset.error} />
    </>
  );
}

/** Where a body says who it was, what and when, and how that is changed. */
export function MappingPart({ mayManage, ...read }: Read<Source> & { mayManage: boolean }) {
  const [isEditing, setEditing] = useState(false);
  const { mapping, ownMapping, isReadyMapping } = read.data;
  if (isEditing) return <EditMapping {...read} onClose={() => setEditing(false)} />;
  return (
    <section class="stack" aria-label="Mapping">
      <p class="muted">
        {isReadyMapping
          ? 'The ready mapping of the service: who it was, what and when.'
          : 'A mapping of your own, where it says so. What comes follows it within a minute.'}
      </p>
      <Facts
        facts={fields.map((field) => [
          labels[field],
          (mapping[field].length > 0 || ownMapping?.[field]) && (
            <span key={field} class="link-text">
              {mapping[field].map((path) => (
                <div key={path}>
                  <code>{path}</code>
                </div>
              ))}
              {mapping[field].length === 0 && 'Nowhere'}
              {ownMapping?.[field] && mayManage && <ReadyField {...read} field={field} />}
            </span>
          ),
        ])}
      />
      {mayManage && (
        <div class="row wrap">
          <Button onClick={() => setEditing(true)}>Edit the mapping</Button>
          {!isReadyMapping && <ReadyMapping {...read} />}
        </div>
      )}
    </section>
  );
}
