import { rotateWebhookSecret, type WebhookRotated } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, useMutation } from '../../data/api.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { SelectField } from '../../kit/field.tsx';
import { FormDialog } from '../../kit/form.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { ShownSecret } from './shown-secret.tsx';

const overlaps = [
  { value: '86400', label: 'For another day' },
  { value: '3600', label: 'For another hour' },
  { value: '604800', label: 'For another 7 days' },
  { value: '0', label: 'Not any more' },
];

/** A dialog that replaces the secret of a webhook, and shows the new one once. */
export function RotateSecret({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const [made, setMade] = useState<WebhookRotated>();
  const rotate = useMutation(
    (overlapSeconds: number) =>
      ask(rotateWebhookSecret, { path: { webhook_id: webhookId }, body: { overlapSeconds } }),
    { onDone: setMade },
  );
  if (made) {
    const { secret, previousValidUntil } = made;
    return (
      <Dialog title="The new secret" onClose={onClose} isSticky class="dialog-wide" done="Done">
        <ShownSecret secret={secret} />
        <p>
          {previousValidUntil === null
            ? 'The old secret has expired.'
            : `Until ${dayAndTime(previousValidUntil)} each event is signed with the old secret, too.`}
        </p>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Rotate the secret"
      intro={
        <p>
          You get a new secret. For a while, events are signed with both, so that you can put the new one in
          its place.
        </p>
      }
      submit="Create the new secret"
      of={rotate}
      onSubmit={({ overlap }) => rotate.run(Number(overlap))}
      onClose={onClose}
    >
      <SelectField label="The old secret works" name="overlap" options={overlaps} path="overlapSeconds" />
    </FormDialog>
  );
}
