import { recoverWebhook, rotateWebhookSecret, type WebhookRotated } from '@footfall/client';
import { useState } from 'preact/hooks';
import { dayMs } from '../../../../src/lib/durations.ts';
import { ask } from '../../data/api.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import { ChangeDialog, Dialog } from '../../kit/form.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { ShownSecret } from './test-webhook.tsx';

const overlaps = [
  { value: '86400', label: 'For another day' },
  { value: '3600', label: 'For another hour' },
  { value: '604800', label: 'For another 7 days' },
  { value: '0', label: 'Not any more' },
];

/** A dialog that replaces the secret of a webhook, and shows the new one once. */
export function RotateSecret({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const [made, setMade] = useState<WebhookRotated>();
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
    <ChangeDialog
      title="Rotate the secret"
      intro={
        <p>
          You get a new secret. For a while, events are signed with both, so that you can put the new one in
          its place.
        </p>
      }
      submit="Create the new secret"
      send={({ overlap }) =>
        ask(rotateWebhookSecret, {
          path: { webhook_id: webhookId },
          body: { overlapSeconds: Number(overlap) },
        })
      }
      then={setMade}
      onClose={onClose}
    >
      <SelectField label="The old secret works" name="overlap" options={overlaps} path="overlapSeconds" />
    </ChangeDialog>
  );
}

/** A time as a field for times takes it: on the clock of the computer. */
function fieldTime(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offset).toISOString().slice(0, 16);
}

/** A text of a field for times as an instant. One that is no time is left to the service, which refuses it. */
function instantOf(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}

/** A dialog that sends all events since a time again. */
export const Recover = ({ webhookId, onClose }: { webhookId: string; onClose: () => void }) => (
  <ChangeDialog
    title="Resend events since …"
    intro={
      <p>
        All saved events of its types since this time are sent, including events that arrived already. The
        receiver recognises them by their ids.
      </p>
    }
    submit="Resend"
    send={({ since = '' }) =>
      ask(recoverWebhook, { path: { webhook_id: webhookId }, body: { since: instantOf(since) } })
    }
    done={() => 'Events since then are being resent'}
    onClose={onClose}
  >
    <TextField label="Since" name="since" type="datetime-local" value={fieldTime(Date.now() - dayMs)} />
  </ChangeDialog>
);
