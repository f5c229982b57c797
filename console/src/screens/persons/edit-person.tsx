import { getPerson, type Person, updatePerson } from '@footfall/client';
import { ask, askResponse } from '../../data/api.ts';
import { differing } from '../../data/merge.ts';
import { type Match, versionOf } from '../../data/use-conditional-edit.ts';
import { EditRecord } from '../../kit/edit-record.tsx';
import { fieldLabels, PersonFields, type PersonValues, valuesIn, valuesOf } from './fields.tsx';
import { TakenBy } from './taken-by.tsx';

export interface EditPersonProps {
  person: Person;
  match: Match;
  onClose: () => void;
}

/** Only what was changed; an empty text clears a field. */
const bodyOf = (values: PersonValues, before: PersonValues) =>
  Object.fromEntries(
    differing(values, before).map((name) => [
      name,
      values[name] === '' && name !== 'name' ? null : values[name],
    ]),
  );

/** A form that changes a person. */
export function EditPerson({ person, match, onClose }: EditPersonProps) {
  const path = { person_id: person.personId };
  return (
    <EditRecord<PersonValues>
      what="person"
      labels={fieldLabels}
      start={{ values: valuesOf(person), match }}
      read={() => versionOf(askResponse(getPerson, { path }), valuesOf)}
      send={(values, before, headers) => ask(updatePerson, { path, body: bodyOf(values, before), headers })}
      saved="The person was saved"
      valuesIn={valuesIn}
      onClose={onClose}
    >
      {(values, error) => (
        <>
          <PersonFields values={values} />
          <TakenBy error={error} />
        </>
      )}
    </EditRecord>
  );
}
