import { useState } from 'preact/hooks';
import { useScope } from '../../data/session.ts';
import { Await } from '../../kit/await.tsx';
import { Button } from '../../kit/button.tsx';
import { CopyButton } from '../../kit/copy.tsx';
import { endedKeyOf } from '../../kit/ended-key.tsx';
import { Facts } from '../../kit/facts.tsx';
import { NoPermission, Skeleton } from '../../kit/states.tsx';
import { SwitchButton } from '../../kit/switch-button.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { useActions } from '../../nav/actions.ts';
import { changeWebhook, type ReadWebhook, useWebhook } from './data.ts';
import { DeleteWebhook } from './delete-webhook.tsx';
import { Deliveries } from './deliveries.tsx';
import { EditWebhook } from './edit-webhook.tsx';
import { Recover } from './recover.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { TestWebhook } from './test-webhook.tsx';
import { placeOf, receiverOf, stateOf, typesInWords } from './words.ts';

type Mode = 'edit' | 'rotate' | 'recover' | 'delete';

const switchWords = {
  off: { name: 'Switch off', done: 'Nothing is sent to it any more' },
  on: { name: 'Switch on', done: 'It gets what happens from now on' },
};

function WebhookFacts({ webhook }: Pick<ReadWebhook, 'webhook'>) {
  const { webhookId, url, types, isOrdered, author, createdAt } = webhook;
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
        ['Id', <CopyButton key="id" text={webhookId} label={webhookId} what="id" />],
      ]}
    />
  );
}

function Shown({ webhook, match }: ReadWebhook) {
  const [mode, setMode] = useState<Mode>();
  const { webhookId, isEnabled, format } = webhook;
  const close = () => setMode(undefined);
  useActions([
    { title: 'Edit the webhook', keys: 'e', run: () => setMode('edit') },
    { title: 'Delete the webhook …', keys: 'Delete', run: () => setMode('delete') },
  ]);
  if (mode === 'edit') return <EditWebhook webhook={webhook} match={match} onClose={close} />;
  return (
    <div class="stack">
      <p class="record-name">{receiverOf(webhook)}</p>
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
        {isEnabled && <Button onClick={() => setMode('recover')}>Send again since …</Button>}
        {format === 'json' && <Button onClick={() => setMode('rotate')}>Rotate the secret …</Button>}
      </div>
      {mode === 'recover' && <Recover webhookId={webhookId} onClose={close} />}
      {mode === 'rotate' && <RotateSecret webhookId={webhookId} onClose={close} />}
      {mode === 'delete' && <DeleteWebhook webhook={webhook} match={match} onClose={close} />}
    </div>
  );
}

function ManagedWebhook({ id }: { id: string }) {
  const answer = useWebhook(id);
  return (
    <Await query={answer} skeleton={<Skeleton lines={10} />}>
      {(read) => <Shown {...read} />}
    </Await>
  );
}

/** A webhook at the side: whether it works, what it has sent, and how it is changed. */
export function WebhookRecord({ id }: { id: string }) {
  return useScope('admin') ? (
    <ManagedWebhook id={id} />
  ) : (
    <NoPermission scope="admin" what="manage webhooks" />
  );
}
