import { createWebhook, type Webhook, type WebhookCreated } from '@footfall/client';
import { useState } from 'preact/hooks';
import { WordIcon } from '../../analytics/value-icon.tsx';
import { ask } from '../../data/api.ts';
import { Ago } from '../../kit/ago.tsx';
import { NewButton } from '../../kit/button.tsx';
import { CheckField } from '../../kit/check-field.tsx';
import { EndedKey } from '../../kit/ended-key.tsx';
import { ChangeDialog, Dialog } from '../../kit/form.tsx';
import { withScope } from '../../kit/scope.tsx';
import { Empty } from '../../kit/states.tsx';
import { type Column, column, TableOf } from '../../kit/table.tsx';
import { here, open, useNew } from '../../nav/router.ts';
import { ShownSecret, TestWebhook } from './test-webhook.tsx';
import { bodyOf, valuesIn, WebhookFields } from './webhook-fields.tsx';
import { formatWords, receiverAmong, stateOf, typesInWords, useWebhooks } from './words.ts';

const columnsFor = (all: Webhook[]): Column<Webhook>[] => [
  column('receiver', 'Webhook', {}, (webhook) => (
    <>
      <WordIcon name={webhook.format} />
      {receiverAmong(webhook, all)}
    </>
  )),
  column('types', 'Sends', { notOnPhone: true }, ({ types }) => typesInWords(types)),
  column('state', 'State', {}, (webhook) => {
    const { tone, badge, why } = stateOf(webhook);
    return (
      <>
        <span class={`badge badge-${tone}`} title={why}>
          {badge}
        </span>{' '}
        <span class="muted only-wide">{why}</span>
        <EndedKey of={webhook} />
      </>
    );
  }),
  column('since', 'Created', { isNumber: true, notOnPhone: true }, ({ createdAt }) => <Ago at={createdAt} />),
];

/** A dialog that makes a webhook. What comes of it is tried at once, and a program is given the secret. */
function CreateWebhook({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<WebhookCreated>();
  if (!made) {
    return (
      <ChangeDialog
        title="New webhook"
        class="dialog-wide"
        submit="Create the webhook"
        send={(form) =>
          ask(createWebhook, { body: { ...bodyOf(valuesIn(form)), isOrdered: form.isOrdered === 'on' } })
        }
        then={setMade}
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
      </ChangeDialog>
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

/** Which channels and programs are notified, and does it arrive? */
export const Webhooks = withScope('admin', 'manage webhooks', () => {
  const [wanted, close] = useNew();
  const webhooks = useWebhooks();
  return (
    <>
      <div class="row filters">
        <p class="muted grow">A webhook notifies a Slack or Teams channel, or a program, of what happens.</p>
        <NewButton what="webhook" label="New webhook" scope="admin" />
      </div>
      <TableOf
        of={webhooks}
        empty={
          <Empty title="No webhooks yet">
            When someone visits or sends a form, a channel can be notified at once.{' '}
            <a href={here({ new: 'webhook' })}>Create the first webhook</a>
          </Empty>
        }
        label="Webhooks"
        columns={columnsFor(webhooks.data ?? [])}
        keyOf={({ webhookId }) => webhookId}
        href={({ webhookId }) => open(webhookId)}
      />
      {wanted === 'webhook' && <CreateWebhook onClose={close} />}
    </>
  );
});
