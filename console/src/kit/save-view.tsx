import { createView } from '@footfall/client';
import { ask, useMutation } from '../data/api.ts';
import { toast } from '../lib/toasts.ts';
import { useRoute, viewAddress } from '../nav/router.ts';
import { FormDialog } from './form.tsx';
import { LimitedText } from './limited-text.tsx';

/** The longest name of a view, in characters. */
const longestName = 100;

/** A dialog that saves the view on the screen under a name. */
export function SaveView({ onClose }: { onClose: () => void }) {
  const { query } = useRoute();
  const address = viewAddress(query);
  const save = useMutation(
    ({ name = '' }: Record<string, string>) => ask(createView, { body: { name: name.trim(), address } }),
    {
      onDone: ({ name }) => {
        toast(`The view “${name}” was saved`);
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title="Save this view"
      intro={
        <p>
          Its screen, range and filters are saved under <i>Views</i>, for everyone in the workspace.
        </p>
      }
      submit="Save the view"
      of={save}
      onSubmit={save.run}
      onClose={onClose}
    >
      <LimitedText label="Name" name="name" most={longestName} path={['name', 'address']} />
    </FormDialog>
  );
}
