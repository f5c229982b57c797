import { useMutation } from '../../data/mutation.ts';
import { orReadAgain } from '../../data/read-again.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Form } from '../../kit/form.tsx';
import { toast } from '../../lib/toasts.ts';
import { go, here, noRecord } from '../../nav/router.ts';
import { type ReadWebhook, removeWebhook } from './data.ts';
import { receiverOf } from './words.ts';

export interface DeleteWebhookProps extends ReadWebhook {
  onClose: () => void;
}

/** A dialog that deletes a webhook, which cannot be taken back. */
export function DeleteWebhook({ webhook, match, onClose }: DeleteWebhookProps) {
  const remove = useMutation((read: ReadWebhook) => orReadAgain(removeWebhook(read)), {
    onDone: () => {
      go(here(noRecord), { replace: true });
      toast('The webhook was deleted');
    },
  });
  return (
    <Dialog title={`Delete “${receiverOf(webhook)}”?`} onClose={onClose}>
      <p>
        Nothing more is sent to it, not even what waits for another attempt. Its deliveries can no longer be
        seen. Alerts that go to it stop. To stop for a while, switch it off.
      </p>
      <Form
        submit="Delete the webhook"
        isDanger
        of={remove}
        onSubmit={() => remove.run({ webhook, match })}
        onCancel={onClose}
      >
        {null}
      </Form>
    </Dialog>
  );
}
