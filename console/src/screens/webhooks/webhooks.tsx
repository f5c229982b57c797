import type { Webhook } from '@footfall/client';
import { useScope } from '../../data/session.ts';
import { Await } from '../../kit/await.tsx';
import { EndedKey } from '../../kit/ended-key.tsx';
import { Empty, NoPermission, Skeleton } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { ago } from '../../lib/ago.ts';
import { dayAndTime } from '../../lib/format.ts';
import { useActions } from '../../nav/actions.ts';
import { open } from '../../nav/records.ts';
import { go, here } from '../../nav/router.ts';
import { useNew } from '../../nav/use-new.ts';
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
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={dayAndTime(createdAt)}>
        {ago(createdAt)}
      </time>
    ),
  },
];

function ManagedWebhooks() {
  const [wanted, close] = useNew();
  const webhooks = useWebhooks();
  useActions([{ title: 'New webhook', keys: 'n', run: () => go(here({ new: 'webhook' })) }]);
  return (
    <>
      <div class="row filters">
        <p class="muted grow">A webhook notifies a Slack or Teams channel, or a program, of what happens.</p>
        <a class="button button-main" href={here({ new: 'webhook' })}>
          New webhook
        </a>
      </div>
      <Await query={webhooks} skeleton={<Skeleton lines={4} />}>
        {(items) =>
          items.length === 0 ? (
            <Empty title="No webhooks yet">
              Who came, and who sent a form: a channel can be notified at once.{' '}
              <a href={here({ new: 'webhook' })}>Create the first webhook</a>
            </Empty>
          ) : (
            <Table
              label="Webhooks"
              columns={columnsFor(items)}
              rows={items}
              keyOf={({ webhookId }) => webhookId}
              href={({ webhookId }) => open(webhookId)}
            />
          )
        }
      </Await>
      {wanted === 'webhook' && <CreateWebhook onClose={close} />}
    </>
  );
}

/** Which channels and programs are notified, and does it arrive? */
export function Webhooks() {
  if (useScope('admin')) return <ManagedWebhooks />;
  return <NoPermission scope="admin" what="manage webhooks" />;
}
