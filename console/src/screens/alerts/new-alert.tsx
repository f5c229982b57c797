import { type Alert, createAlert, createWebhook, type Webhook } from '@footfall/client';
import { useRef, useState } from 'preact/hooks';
import { ask, useMutation } from '../../data/api.ts';
import { Dialog, Form } from '../../kit/form.tsx';
import { Await, Skeleton } from '../../kit/states.tsx';
import { toast } from '../../lib/toasts.ts';
import { usualZone } from '../../lib/usual-zone.ts';
import { go, link } from '../../nav/router.ts';
import { TestWebhook } from '../webhooks/test-webhook.tsx';
import { receiverOf, useWebhooks } from '../webhooks/words.ts';
import { AlertFields } from './alert-fields.tsx';
import { usualReceiver } from './receiver-field.tsx';
import { type AlertValues, bodyOf, formatToMake, startOf, valuesIn } from './values.ts';

/** A new alert, and the webhook that was made along with it. */
interface Made {
  alert: Alert;
  webhook: Webhook | undefined;
}

interface FormProps extends Pick<NewAlertProps, 'known'> {
  start: AlertValues;
  webhooks: Webhook[];
  onMade: (made: Made) => void;
  onClose: () => void;
}

function AlertForm({ start, webhooks, known, onMade, onClose }: FormProps) {
  // An alert that is refused must not make its channel twice.
  const channels = useRef(new Map<string, Webhook>());
  const receiver = async ({ webhookId, url }: AlertValues): Promise<Webhook | undefined> => {
    const format = formatToMake(webhookId);
    if (!format) return undefined;
    const key = `${format} ${url}`;
    const made =
      channels.current.get(key) ??
      (await ask(createWebhook, { body: { format, url, types: ['alert.fired'] } }));
    channels.current.set(key, made);
    return made;
  };
  const create = useMutation(
    async (values: AlertValues): Promise<Made> => {
      const webhook = await receiver(values);
      const body = bodyOf({ ...values, ...(webhook && { webhookId: webhook.webhookId }) });
      return { alert: await ask(createAlert, { body }), webhook };
    },
    { onDone: onMade },
  );
  const made = create.error === undefined ? [] : [...channels.current.values()];
  return (
    <Form
      submit="Create the alert"
      focusFirst
      of={create}
      onSubmit={(form) => create.run(valuesIn(form))}
      onCancel={onClose}
    >
      <AlertFields start={start} webhooks={webhooks} known={known ?? new Map()} mayMake />
      {made.map((webhook) => (
        <p key={webhook.webhookId} class="muted">
          The channel was created, and stays if you cancel:{' '}
          <a href={link('settings', {}, { part: 'webhooks', open: webhook.webhookId })}>
            {receiverOf(webhook)}
          </a>
        </p>
      ))}
    </Form>
  );
}

export interface NewAlertProps {
  /** What is filled in. */
  preset?: Partial<AlertValues>;
  /** Names that are known already, by their ids. */
  known?: ReadonlyMap<string, string> | undefined;
  onClose: () => void;
}

/** An alert that has a channel of its own now, which may be tried. */
const MadeAlert = ({ at, webhook, onClose }: { at: string; webhook: Webhook; onClose: () => void }) => (
  <Dialog title="The alert is on" onClose={onClose} done="Done">
    <p>
      The <a href={at}>alert</a> goes to {receiverOf(webhook)}. A test shows whether messages arrive there.
    </p>
    <TestWebhook webhook={webhook} />
  </Dialog>
);

/** A dialog that makes an alert, and the channel that it goes to if there is none. */
export function NewAlert({ preset = {}, known, onClose }: NewAlertProps) {
  const webhooks = useWebhooks();
  const [made, setMade] = useState<{ at: string; webhook: Webhook }>();
  const done = ({ alert: { alertId }, webhook }: Made) => {
    const at = link('settings', {}, { part: 'alerts', open: alertId });
    if (webhook) return setMade({ at, webhook });
    toast('The alert is on', { action: { label: 'See it', run: () => go(at) } });
    onClose();
  };
  if (made) return <MadeAlert {...made} onClose={onClose} />;
  return (
    <Dialog title="New alert" onClose={onClose} class="dialog-wide">
      <Await query={webhooks} skeleton={<Skeleton lines={8} />}>
        {(items) => (
          <AlertForm
            start={startOf({ webhookId: usualReceiver(items), timezone: usualZone(), ...preset })}
            webhooks={items}
            known={known}
            onMade={done}
            onClose={onClose}
          />
        )}
      </Await>
    </Dialog>
  );
}
