import { listWebhookDeliveries, resendWebhookDelivery } from '@footfall/client';
import { ask, useMutation } from '../../data/api.ts';
import { useListOf } from '../../data/list.ts';
import { refresh } from '../../data/query.ts';
import { Button } from '../../kit/button.tsx';
import { Facts } from '../../kit/facts.tsx';
import { NotDone } from '../../kit/form.tsx';
import { Choice } from '../../kit/pills.tsx';
import { Await, Empty, ListFooter, Skeleton } from '../../kit/states.tsx';
import { Timeline } from '../../kit/timeline.tsx';
import { dayAndTime, number } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { useRoute } from '../../nav/router.ts';
import { Answer } from './test-webhook.tsx';
import { type Delivery, deliveryInWords, deliveryStates, typeName } from './words.ts';

const statuses = [
  { value: '', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'given_up', label: 'Failed' },
  { value: 'succeeded', label: 'Arrived' },
] as const;

/** So many are loaded at once. */
const atOnce = 20;

function Resend({ webhookId, sequence }: { webhookId: string; sequence: number }) {
  const resend = useMutation(
    (delivery: number) =>
      ask(resendWebhookDelivery, { path: { webhook_id: webhookId, delivery: String(delivery) } }),
    { onDone: () => toast('It is being resent') },
  );
  return (
    <>
      <p>
        <Button isBusy={resend.isRunning} onClick={() => resend.run(sequence)}>
          Resend
        </Button>
      </p>
      <NotDone error={resend.error} />
    </>
  );
}

function Details({ webhookId, delivery, isOn }: { webhookId: string; delivery: Delivery; isOn: boolean }) {
  const { type, sequence, attempts, startedAt, durationMs, statusCode, nextAttemptAt, answer } = delivery;
  return (
    <>
      <Facts
        facts={[
          ['Type', <code key="type">{type}</code>],
          ['Number', String(sequence)],
          ['Attempts', number(attempts)],
          ['Last attempt', startedAt !== null && dayAndTime(startedAt)],
          ['It took', durationMs !== null && `${number(durationMs)} ms`],
          ['Status', statusCode],
          ['Next attempt', nextAttemptAt !== null && dayAndTime(nextAttemptAt)],
        ]}
      />
      <Answer text={answer} />
      {isOn && <Resend webhookId={webhookId} sequence={sequence} />}
    </>
  );
}

function Heading({ delivery }: { delivery: Delivery }) {
  const { badge, tone } = deliveryStates[delivery.status];
  return (
    <>
      <span class={`badge badge-${tone}`}>{badge}</span> {typeName(delivery.type)}
    </>
  );
}

export interface DeliveriesProps {
  webhookId: string;
  /** It sends: then one can be sent again. */
  isOn: boolean;
}

/** What a webhook has sent, and what came of it: newest first, and of those that wait the next attempt first. */
export function Deliveries({ webhookId, isOn }: DeliveriesProps) {
  const { query } = useRoute();
  const status = statuses.find(({ value }) => value === query.show)?.value || undefined;
  const list = useListOf('webhook-deliveries', listWebhookDeliveries, {
    path: { webhook_id: webhookId },
    query: { limit: atOnce, ...(status && { status }) },
  });
  return (
    <section class="stack" aria-labelledby="deliveries">
      <div class="row">
        <h3 id="deliveries" class="grow">
          What was sent
        </h3>
        <Button onClick={() => refresh('webhook-deliveries')}>Refresh</Button>
      </div>
      <Choice label="Result" param="show" choices={statuses} />
      <Await query={{ ...list, data: list.items }} what="the deliveries" skeleton={<Skeleton lines={6} />}>
        {(items) =>
          items.length === 0 && !list.hasMore ? (
            <Empty title={status ? 'None of these' : 'Nothing was sent yet'}>
              {!status && 'What happens from now on is shown here a few seconds later.'}
            </Empty>
          ) : (
            <>
              <Timeline
                items={items.map((delivery) => ({
                  id: String(delivery.sequence),
                  at: delivery.startedAt ?? delivery.nextAttemptAt ?? new Date().toISOString(),
                  title: <Heading delivery={delivery} />,
                  note: deliveryInWords(delivery, isOn),
                  details: <Details webhookId={webhookId} delivery={delivery} isOn={isOn} />,
                }))}
              />
              <ListFooter list={list} />
            </>
          )
        }
      </Await>
    </section>
  );
}
