import { erasePerson, type Person } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { audienceNameQueries } from '../../data/audience-names.ts';
import { useMutation } from '../../data/mutation.ts';
import { nameOf } from '../../data/person-names.ts';
import { forget } from '../../data/query.ts';
import { orReadAgain } from '../../data/read-again.ts';
import type { Match } from '../../data/use-conditional-edit.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { plural } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { go, here, noRecord } from '../../nav/router.ts';
import { isSameText } from './same-text.ts';
import { WhatGoes } from './what-goes.tsx';

export interface ErasePersonProps {
  person: Person;
  match: Match;
  onClose: () => void;
}

/** The names of answers that may say something of an erased person. */
const aboutPersons = [
  ...['person', 'persons', 'timeline', 'person-search', 'erase-counts'],
  // Visits have the form that a person sent.
  ...['visits', 'visit', 'visit-person', 'latest-visits', 'latest-visit'],
  ...['who-came', 'came', 'came-pages', 'came-people', 'event-names'],
  ...['alert-search', 'webhook-deliveries'],
  // An audience that was made for a person has their name.
  ...audienceNameQueries,
];

/** A dialog that erases a person, once their name or email was typed. */
export function ErasePerson({ person, match, onClose }: ErasePersonProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const erase = useMutation(
    (of: Person) =>
      orReadAgain(ask(erasePerson, { path: { person_id: of.personId }, headers: match }), 'person'),
    {
      refetch: [
        ...['persons', 'accounts', 'account', 'visits', 'latest-visits', 'who-came', 'events'],
        ...audienceNameQueries,
      ],
      onDone: ({ erasedLogsCount }) => {
        go(here({ ...noRecord, new: undefined }), { replace: true });
        // When the record at the side is gone from the screen.
        setTimeout(() => forget(...aboutPersons));
        toast(`The person was erased, with ${plural(erasedLogsCount, 'log')}`);
      },
    },
  );
  const submit = () => {
    if (isSameText(typed, person.name) || isSameText(typed, person.email)) erase.run(person);
    else setProblem('This is neither the name nor the email of this person.');
  };
  return (
    <Dialog title={`Erase ${nameOf(person)}?`} onClose={onClose}>
      <WhatGoes person={person} onClose={onClose} />
      <Form
        submit="Erase for good"
        isDanger
        isRunning={erase.isRunning}
        error={erase.error}
        onSubmit={submit}
        onCancel={onClose}
      >
        <TextField
          label="Type the name or the email of the person"
          name="confirm"
          error={problem}
          onInput={(text) => {
            setTyped(text);
            setProblem(undefined);
          }}
        />
      </Form>
    </Dialog>
  );
}
