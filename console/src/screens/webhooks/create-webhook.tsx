import { createWebhook, type WebhookCreated } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { useMutation } from '../../data/mutation.ts';
import { Button } from '../../kit/button.tsx';
import { CheckField } from '../../kit/check-field.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Form } from '../../kit/form.tsx';
import { typesIn } from '../history/groups.ts';
import { ShownSecret } from './shown-secret.tsx';
import { TestWebhook } from './test-webhook.tsx';
import { valuesIn, WebhookFields } from './webhook-fields.tsx';
import { formatWords } from './words.ts';

/** What the form asks for. */
function bodyOf(form: Record<string, string>) {
  const { types, ...values } = valuesIn(form);
  return { ...values, types: typesIn(types), isOrdered: form.isOrdered === 'on' };
}

interface FormProps {
  onMade: (made: WebhookCreated) => void;
  onClose: () => void;
}

function WebhookForm({ onMade, onClose }: FormProps) {
  const create = useMutation((form: Record<string, string>) => ask(createWebhook, { body: bodyOf(form) }), {
    onDone: onMade,
  });
  return (
    <Form submit="Create the webhook" of={create} onSubmit={create.run} onCancel={onClose}>
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
    </Form>
  );
}

/** A dialog that makes a webhook. What comes of it is tried at once, and a program is given the secret. */
export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<WebhookCreated>();
  if (!made) {
    return (
      <Dialog title="New webhook" onClose={onClose} class="dialog-wide">
        <WebhookForm onMade={setMade} onClose={onClose} />
      </Dialog>
    );
  }
  const { format, secret } = made;
  return (
    <Dialog
      title="The webhook was created"
      onClose={onClose}
      isSticky={format === 'json'}
      class="dialog-wide"
      footer={
        <Button kind="main" onClick={onClose}>
          Done
        </Button>
      }
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
