import { deleteWebhook, getWebhook, type Webhook } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, askResponse, orReadAgain, type Read, useRecord } from '../../data/api.ts';
import { versionOf } from '../../data/edit.ts';
import { Button, CopyButton } from '../../kit/button.tsx';
import { type Editing, EditRecord } from '../../kit/edit-record.tsx';
import { endedKeyOf } from '../../kit/ended-key.tsx';
import { Facts } from '../../kit/facts.tsx';
import { ChangeDialog, SwitchButton } from '../../kit/form.tsx';
import { withScope } from '../../kit/scope.tsx';
import { Await, Skeleton } from '../../kit/states.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { useActions } from '../../nav/actions.ts';
import { go, here, noRecord } from '../../nav/router.ts';
import { typesIn } from '../history/groups.ts';
import { Deliveries } from './deliveries.tsx';
import { Recover, RotateSecret } from './dialogs.tsx';
import { TestWebhook } from './test-webhook.tsx';
import {
  bodyOf,
  valuesIn,
  valuesOf,
  WebhookFields,
  type WebhookValues,
  webhookLabels,
} from './webhook-fields.tsx';
import { changeWebhook, formatWords, placeOf, receiverOf, stateOf, typesInWords } from './words.ts';

/** A text of the form as one reads it. */
function shown(name: keyof WebhookValues, text: string): string {
  if (name === 'types') return typesInWords(typesIn(text));
  return name === 'format' ? formatWords[text as WebhookValues['format']].choice : text;
}

/** A form that changes where a webhook sends, and what. */
function EditWebhook({ data: webhook, match, onClose }: Editing<Webhook>) {
  const { webhookId } = webhook;
  return (
    <EditRecord
      what="webhook"
      labels={webhookLabels}
      show={shown}
      start={{ values: valuesOf(webhook), match }}
      read={() => versionOf(askResponse(getWebhook, { path: { webhook_id: webhookId } }), valuesOf)}
      valuesIn={valuesIn}
      bodyOf={bodyOf}
      send={(body, state) => changeWebhook(webhookId, body, state)}
      onClose={onClose}
    >
      {(values) => <WebhookFields values={values} />}
    </EditRecord>
  );
}

type Mode = 'edit' | 'rotate' | 'recover' | 'delete';

const switchWords = {
  off: { name: 'Switch off', done: 'Nothing is sent to it any more' },
  on: { name: 'Switch on', done: 'It gets what happens from now on' },
};

/** Asks before a webhook is deleted, which cannot be taken back. */
function DeleteWebhook({ data: webhook, match, onClose }: Editing<Webhook>) {
  const path = { webhook_id: webhook.webhookId };
  return (
    <ChangeDialog
      title={`Delete “${receiverOf(webhook)}”?`}
      intro={
        <p>
          Nothing more is sent to it, not even what waits for another attempt. Its deliveries can no longer be
          seen. Alerts that go to it stop. To stop for a while, switch it off.
        </p>
      }
      submit="Delete the webhook"
      isDanger
      send={() => orReadAgain(ask(deleteWebhook, { path, headers: match }))}
      done={() => 'The webhook was deleted'}
      then={() => go(here(noRecord), { replace: true })}
      onClose={onClose}
    />
  );
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { url, types, isOrdered, author, createdAt } = webhook;
  const { tone, badge, why } = stateOf(webhook);
  return (
    <Facts
      facts={[
        [
          'State',
          <span key="state">
            <span class={`badge badge-${tone}`}>{badge}</span> {why}
          </span>,
        ],
        ['Address', <CopyButton key="url" text={url} label={placeOf(url)} what="address" />],
        ['Sends', typesInWords(types)],
        ['Order', isOrdered && 'Strict: nothing is sent while an earlier event waits'],
        ['Created', `${dayAndTime(createdAt)}${author ? ` by ${author}` : ''}`],
        ['Key', endedKeyOf(webhook)],
      ]}
    />
  );
}

function Shown(read: Read<Webhook>) {
  const { data: webhook, match } = read;
  const [mode, setMode] = useState<Mode>();
  const { webhookId, isEnabled, format } = webhook;
  const close = () => setMode(undefined);
  useActions([
    { title: 'Edit the webhook', keys: 'e', run: () => setMode('edit') },
    { title: 'Delete the webhook …', keys: 'Delete', run: () => setMode('delete') },
  ]);
  if (mode === 'edit') return <EditWebhook {...read} onClose={close} />;
  return (
    <div class="stack">
      <p class="record-name clamp" title={receiverOf(webhook)}>
        {receiverOf(webhook)}
      </p>
      <div class="row">
        <Button onClick={() => setMode('edit')}>Edit</Button>
        <SwitchButton
          isOn={webhook.isEnabled}
          words={switchWords}
          change={(body) => changeWebhook(webhook.webhookId, body, match)}
        />
        <span class="grow" />
        <Button kind="delete" onClick={() => setMode('delete')}>
          Delete …
        </Button>
      </div>
      <WebhookFacts webhook={webhook} />
      <TestWebhook webhook={webhook} />
      <Deliveries webhookId={webhookId} isOn={isEnabled} />
      <div class="row">
        {isEnabled && <Button onClick={() => setMode('recover')}>Resend since …</Button>}
        {format === 'json' && <Button onClick={() => setMode('rotate')}>Rotate the secret …</Button>}
      </div>
      {mode === 'recover' && <Recover webhookId={webhookId} onClose={close} />}
      {mode === 'rotate' && <RotateSecret webhookId={webhookId} onClose={close} />}
      {mode === 'delete' && <DeleteWebhook {...read} onClose={close} />}
    </div>
  );
}

/** A webhook at the side: whether it works, what it has sent, and how it is changed. */
export const WebhookRecord = withScope('admin', 'manage webhooks', ({ id }: { id: string }) => (
  <Await
    query={useRecord('webhook', getWebhook, { path: { webhook_id: id } })}
    what="the webhook"
    skeleton={<Skeleton lines={10} />}
  >
    {(read) => <Shown {...read} />}
  </Await>
));
