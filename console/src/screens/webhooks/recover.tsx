import { recoverWebhook } from '@footfall/client';
import { dayMs } from '../../../../src/lib/durations.ts';
import { ask, useMutation } from '../../data/api.ts';
import { TextField } from '../../kit/field.tsx';
import { FormDialog } from '../../kit/form.tsx';
import { toast } from '../../lib/toasts.ts';

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
export function Recover({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const recover = useMutation(
    (since: string) => ask(recoverWebhook, { path: { webhook_id: webhookId }, body: { since } }),
    {
      onDone: () => {
        toast('Events since then are being resent');
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title="Resend events since …"
      intro={
        <p>
          All saved events of its types since this time are sent, including events that arrived already. The
          receiver recognises them by their ids.
        </p>
      }
      submit="Resend"
      of={recover}
      onSubmit={({ since = '' }) => recover.run(instantOf(since))}
      onClose={onClose}
    >
      <TextField label="Since" name="since" type="datetime-local" value={fieldTime(Date.now() - dayMs)} />
    </FormDialog>
  );
}
