import { getPerson, ifMatch, type Person, updatePerson } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, askResponse } from '../../data/api.ts';
import { refetch } from '../../data/query.ts';
import { type Match, useConditionalEdit } from '../../data/use-conditional-edit.ts';
import { Conflict } from '../../kit/conflict.tsx';
import { Form } from '../../kit/form.tsx';
import { Unsaved } from '../../kit/unsaved.tsx';
import { toast } from '../../lib/toasts.ts';
import { fieldLabels, fieldNames, PersonFields, type PersonValues, valuesIn, valuesOf } from './fields.tsx';
import { TakenBy } from './taken-by.tsx';

export interface EditPersonProps {
  person: Person;
  match: Match;
  onClose: () => void;
}

/** Only what was changed; an empty text clears a field. */
const bodyOf = (values: PersonValues, before: PersonValues) =>
  Object.fromEntries(
    fieldNames
      .filter((name) => values[name] !== before[name])
      .map((name) => [name, values[name] === '' && name !== 'name' ? null : values[name]]),
  );

/** A form that changes a person. A change that somebody else made meanwhile is shown, not overwritten. */
export function EditPerson({ person, match, onClose }: EditPersonProps) {
  const path = { person_id: person.personId };
  const [isDirty, setDirty] = useState(false);
  const { save, submit, shown, conflict } = useConditionalEdit<PersonValues>({
    start: { values: valuesOf(person), match },
    read: async () => {
      const { data, response } = await askResponse(getPerson, { path });
      return { values: valuesOf(data), match: ifMatch(response) };
    },
    send: async (values, before, headers) => {
      await ask(updatePerson, { path, body: bodyOf(values, before), headers });
      toast('The person was saved');
    },
    refetch: ['person', 'persons', 'accounts', 'account', 'account-of', 'palette'],
    onDone: onClose,
  });
  if (conflict) {
    const { theirs, merged, keepMine } = conflict;
    return (
      <Conflict
        what="person"
        differences={fieldNames
          .filter((name) => theirs[name] !== merged[name])
          .map((name) => ({ label: fieldLabels[name], theirs: theirs[name], mine: merged[name] }))}
        onKeepMine={keepMine}
        onTakeTheirs={() => {
          refetch('person', 'persons');
          onClose();
        }}
      />
    );
  }
  return (
    <div onInput={() => setDirty(true)}>
      <Form
        submit="Save"
        focusFirst
        isRunning={save.isRunning}
        error={save.error}
        onSubmit={(form) => submit(valuesIn(form))}
        onCancel={onClose}
      >
        <PersonFields values={shown} errorOf={save.fieldError} />
        <TakenBy error={save.error} />
      </Form>
      <Unsaved isDirty={isDirty && !save.isRunning} isOfRecord />
    </div>
  );
}
