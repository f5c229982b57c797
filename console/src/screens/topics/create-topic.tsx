import { createTopic } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { useMutation } from '../../data/mutation.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { toast } from '../../lib/toasts.ts';
import { go, here, noRecord } from '../../nav/router.ts';
import { TopicFields, type TopicValues, valuesIn } from './topic-fields.tsx';

/** A dialog that creates a topic, as the last of the list. */
export function CreateTopic({ onClose }: { onClose: () => void }) {
  const create = useMutation(
    ({ title, purpose, isDefault }: TopicValues) =>
      ask(createTopic, { body: { title, purpose, isDefault: isDefault === 'on' } }),
    {
      onDone: ({ topicId }) => {
        toast('The topic was created. Add its entries now.');
        go(here({ ...noRecord, new: undefined, open: topicId }), { replace: true });
      },
    },
  );
  return (
    <FormDialog
      title="New topic"
      onClose={onClose}
      submit="Create the topic"
      of={create}
      onSubmit={(form) => create.run(valuesIn(form))}
    >
      <TopicFields />
    </FormDialog>
  );
}
