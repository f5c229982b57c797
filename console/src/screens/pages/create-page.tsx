import { createPage } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { useMutation } from '../../data/mutation.ts';
import { TextField } from '../../kit/field.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { toast } from '../../lib/toasts.ts';
import { go, link } from '../../nav/router.ts';

/** Creates a page, and leads to it: it has the script tag, ready to copy. */
export function CreatePage({ onClose }: { onClose: () => void }) {
  const create = useMutation(
    ({ title = '', url = '' }: Record<string, string>) =>
      ask(createPage, { body: { title: title.trim(), url: url.trim() } }),
    {
      onDone: ({ pageId }) => {
        onClose();
        toast('The page was created');
        go(link('page', { pageId }));
      },
    },
  );
  return (
    <FormDialog title="New page" onClose={onClose} submit="Create" of={create} onSubmit={create.run}>
      <TextField label="Title" name="title" placeholder="Pricing" required />
      <TextField
        label="Address"
        name="url"
        type="url"
        placeholder="https://www.acme.example/pricing"
        hint="The address of the page on your website."
        required
      />
    </FormDialog>
  );
}
