import { createPerson } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { useMutation } from '../../data/mutation.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Form } from '../../kit/form.tsx';
import { toast } from '../../lib/toasts.ts';
import { go, here, noRecord } from '../../nav/router.ts';
import { fieldNames, PersonFields, type PersonValues, valuesIn } from './fields.tsx';
import { TakenBy } from './taken-by.tsx';

const bodyOf = (values: PersonValues) => {
  const given = fieldNames.filter((name) => name === 'name' || values[name] !== '');
  return { name: '', ...Object.fromEntries(given.map((name) => [name, values[name]])) };
};

/** A dialog that creates a person. */
export function CreatePerson({ onClose }: { onClose: () => void }) {
  const create = useMutation((values: PersonValues) => ask(createPerson, { body: bodyOf(values) }), {
    onDone: ({ personId }) => {
      toast('The person was created');
      go(here({ ...noRecord, new: undefined, open: personId }), { replace: true });
    },
  });
  return (
    <Dialog title="New person" onClose={onClose}>
      <Form
        submit="Create the person"
        of={create}
        onSubmit={(values) => create.run(valuesIn(values))}
        onCancel={onClose}
      >
        <PersonFields />
        <TakenBy error={create.error} />
      </Form>
    </Dialog>
  );
}
