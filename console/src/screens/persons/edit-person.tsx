import { getPerson, type Person, updatePerson } from '@footfall/client';
import { ask, askResponse } from '../../data/api.ts';
import { type Match, versionOf } from '../../data/use-conditional-edit.ts';
import { EditRecord } from '../../kit/edit-record.tsx';
import { TakenBy } from '../../kit/taken-by.tsx';
import { bodyOf, fieldLabels, PersonFields, valuesIn, valuesOf } from './fields.tsx';

export interface EditPersonProps {
  person: Person;
  match: Match;
  onClose: () => void;
}

/** A form that changes a person. */
export function EditPerson({ person, match, onClose }: EditPersonProps) {
  const path = { person_id: person.personId };
  return (
    <EditRecord
      what="person"
      labels={fieldLabels}
      start={{ values: valuesOf(person), match }}
      read={() => versionOf(askResponse(getPerson, { path }), valuesOf)}
      valuesIn={valuesIn}
      bodyOf={bodyOf}
      send={(body, headers) => ask(updatePerson, { path, body, headers })}
      onClose={onClose}
    >
      {(values, error) => (
        <>
          <PersonFields values={values} />
          <TakenBy error={error} code="person_conflict" label="Open the person who has it" />
        </>
      )}
    </EditRecord>
  );
}
