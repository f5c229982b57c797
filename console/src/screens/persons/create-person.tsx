import { createPerson } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { useMutation } from '../../data/mutation.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { TakenBy } from '../../kit/taken-by.tsx';
import { toast } from '../../lib/toasts.ts';
import { go, here, noRecord } from '../../nav/router.ts';
import { PersonFields, type PersonValues, valuesIn } from './fields.tsx';

const newBody = ({ name, ...others }: PersonValues) => ({
  name,
  ...Object.fromEntries(Object.entries(others).filter(([, text]) => text)),
});

/** A dialog that creates a person. */
export function CreatePerson({ onClose }: { onClose: () => void }) {
  const create = useMutation((values: PersonValues) => ask(createPerson, { body: newBody(values) }), {
    onDone: ({ personId }) => {
      toast('The person was created');
      go(here({ ...noRecord, new: undefined, open: personId }), { replace: true });
    },
  });
  return (
    <FormDialog
      title="New person"
      submit="Create the person"
      of={create}
      onSubmit={(values) => create.run(valuesIn(values))}
      onClose={onClose}
    >
      <PersonFields />
      <TakenBy error={create.error} code="person_conflict" label="Open the person who has it" />
    </FormDialog>
  );
}
