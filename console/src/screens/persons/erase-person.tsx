import {
  erasePerson,
  isProblem,
  listPersonAudienceSessions,
  listPersonLogs,
  type Person,
} from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { audienceNameQueries } from '../../data/audience-names.ts';
import { useMutation } from '../../data/mutation.ts';
import { nameOf } from '../../data/person-names.ts';
import { forget, refetch, useQuery } from '../../data/query.ts';
import type { Match } from '../../data/use-conditional-edit.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { number, plural } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { go, here, noRecord } from '../../nav/router.ts';
import { isSameText } from './same-text.ts';

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
  ...['who-came', 'came', 'came-pages', 'came-people'],
  // An audience that was made for a person has their name.
  ...audienceNameQueries,
];

const counted = (total: number | null | undefined, one: string): string => {
  if (total === undefined) return `All ${one}s`;
  return total === null ? `More than ${number(1000)} ${one}s` : plural(total, one);
};

/** What goes and what stays when a person is erased. */
function WhatGoes({ person }: { person: Person }) {
  const path = { person_id: person.personId };
  const counts = useQuery(['erase-counts', person.personId], async (signal) => {
    const options = { path, query: { limit: 1 }, signal };
    const [logs, visits] = await Promise.all([
      ask(listPersonLogs, options),
      ask(listPersonAudienceSessions, options),
    ]);
    return { logs: logs.totalCount, visits: visits.totalCount };
  });
  const known = [
    person.name && 'name',
    person.email && 'email',
    person.domain && 'company domain',
    person.phoneNumber && 'phone number',
    person.linkedinProfileUrl && 'LinkedIn address',
  ].filter(Boolean);
  return (
    <>
      <p>These go at once, and nobody can bring them back:</p>
      <ul class="list" aria-busy={counts.isLoading}>
        <li>The person: {known.join(', ')}.</li>
        {counts.data?.logs !== 0 && <li>{counted(counts.data?.logs, 'log')}, with all that they say.</li>}
        {counts.data?.visits !== 0 && (
          <li>
            Of {counted(counts.data?.visits, 'visit').toLocaleLowerCase()}: the form, the address of the page,
            the referrer and the campaign.
          </li>
        )}
      </ul>
      <p>These stay:</p>
      <ul class="list">
        <li>The numbers of the visits, which name nobody any more.</li>
        <li>The account of the company.</li>
        <li>Audiences that were made for the person. Names that you typed there, clear them yourself.</li>
        <li>What logs of other persons say of this one.</li>
        <li>
          For 14 days, a fingerprint of the email, phone and LinkedIn address. A form that is still on its way
          is recognised by it, and not written.
        </li>
      </ul>
    </>
  );
}

/** A dialog that erases a person, once their name or email was typed. */
export function ErasePerson({ person, match, onClose }: ErasePersonProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const erase = useMutation(
    async (of: Person) => {
      try {
        return await ask(erasePerson, { path: { person_id: of.personId }, headers: match });
      } catch (error) {
        // It is read again, so that a second attempt erases what was seen.
        if (isProblem(error, 'precondition_failed')) refetch('person');
        throw error;
      }
    },
    {
      refetch: [
        ...['persons', 'accounts', 'account', 'visits', 'latest-visits', 'who-came'],
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
      <WhatGoes person={person} />
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
