import { createWebhook, type WebhookCreated } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, useMutation } from '../../data/api.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { FormDialog } from '../../kit/form.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { TestWebhook } from './test-webhook.tsx';
import { bodyOf, valuesIn, WebhookFields } from './webhook-fields.tsx';
import { formatWords } from './words.ts';

/** A dialog that makes a webhook. What comes of it is tried at once, and a program is given the secret. */
export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<WebhookCreated>();
  const create = useMutation(
    (form: Record<string, string>) =>
      ask(createWebhook, { body: { ...bodyOf(valuesIn(form)), isOrdered: form.isOrdered === 'on' } }),
    { onDone: setMade },
  );
  if (!made) {
    return (
      <FormDialog
        title="New webhook"
        class="dialog-wide"
        submit="Create the webhook"
        of={create}
        onSubmit={create.run}
        onClose={onClose}
      >
        <WebhookFields
          more={(format) =>
            format === 'json' && (
              <CheckField
                label="Strict order"
                name="isOrdered"
                hint="Nothing is sent while an earlier event waits for another attempt. It cannot be changed later."
              />
            )
          }
        />
      </FormDialog>
    );
  }
  const { format, secret } = made;
  return (
    <Dialog
      title="The webhook was created"
      onClose={onClose}
      isSticky={format === 'json'}
      class="dialog-wide"
      done="Done"
    >
      {format === 'json' ? (
        <ShownSecret secret={secret} />
      ) : (
        <p>{formatWords[format].label} gets what happens from now on.</p>
      )}
      <TestWebhook webhook={made} />
    </Dialog>
  );
}
