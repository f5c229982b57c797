import { erasePerson, type Person } from '@footfall/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, orReadAgain, useMutation } from '../../data/api.ts';
import { nameOf } from '../../data/person-names.ts';
import { forgetUnshown } from '../../data/query.ts';
import type { Editing } from '../../kit/edit-record.tsx';
import { TextField } from '../../kit/field.tsx';
import { Dialog, Form } from '../../kit/form.tsx';
import { Skeleton } from '../../kit/states.tsx';
import { plural } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { go, here, noRecord } from '../../nav/router.ts';
import { useIsWhatGoesKnown, WhatGoes } from './what-goes.tsx';

/** A text without case and accents, which not every keyboard has. */
const plain = (text: string) => text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

/** Whether what was typed is a name or an email. */
export const isSameText = (typed: string, of: string | null): boolean =>
  of !== null && plain(of) !== '' && plain(typed) === plain(of);

/** A dialog that erases a person, once their name or email was typed. */
export function ErasePerson({ data: person, match, onClose }: Editing<Person>) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const isKnown = useIsWhatGoesKnown(person);
  const body = useRef<HTMLDivElement>(null);
  // It comes with what stands above it, which is read first.
  useEffect(() => body.current?.querySelector('input')?.focus({ preventScroll: true }), [isKnown]);
  const erase = useMutation(
    (of: Person) => orReadAgain(ask(erasePerson, { path: { person_id: of.personId }, headers: match })),
    {
      onDone: ({ erasedLogsCount }) => {
        go(here({ ...noRecord, new: undefined }), { replace: true });
        // When the record at the side is gone from the screen.
        setTimeout(forgetUnshown);
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
      {isKnown ? (
        <div class="stack" ref={body}>
          <WhatGoes person={person} onClose={onClose} />
          <Form submit="Erase for good" isDanger of={erase} onSubmit={submit} onCancel={onClose}>
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
        </div>
      ) : (
        <Skeleton lines={12} />
      )}
    </Dialog>
  );
}
