import type { Webhook } from '@footfall/client';
import { Ago } from '../../kit/ago.tsx';
import { NewButton } from '../../kit/button.tsx';
import { EndedKey } from '../../kit/ended-key.tsx';
import { Empty, withScope } from '../../kit/states.tsx';
import type { Column } from '../../kit/table.tsx';
import { TableOf } from '../../kit/table-of.tsx';
import { open } from '../../nav/records.ts';
import { here, useNew } from '../../nav/router.ts';
import { CreateWebhook } from './create-webhook.tsx';
import { useWebhooks } from './data.ts';
import { receiverAmong, stateOf, typesInWords } from './words.ts';

const columnsFor = (all: Webhook[]): Column<Webhook>[] => [
  { id: 'receiver', label: 'Webhook', cell: (webhook) => receiverAmong(webhook, all) },
  { id: 'types', label: 'Sends', notOnPhone: true, cell: ({ types }) => typesInWords(types) },
  {
    id: 'state',
    label: 'State',
    cell: (webhook) => {
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
    },
  },
  {
    id: 'since',
    label: 'Created',
    isNumber: true,
    notOnPhone: true,
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
];

/** Which channels and programs are notified, and does it arrive? */
export const Webhooks = withScope('admin', 'manage webhooks', () => {
  const [wanted, close] = useNew();
  const webhooks = useWebhooks();
  return (
    <>
      <div class="row filters">
        <p class="muted grow">A webhook notifies a Slack or Teams channel, or a program, of what happens.</p>
        <NewButton what="webhook" label="New webhook" />
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
