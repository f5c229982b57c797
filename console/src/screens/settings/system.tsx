import { getSystem, type System, sendGivenUp } from '@footfall/client';
import { ask, useAnswer, useMutation } from '../../data/api.ts';
import { refresh } from '../../data/query.ts';
import { Ago, AgoOrNever } from '../../kit/ago.tsx';
import { Button } from '../../kit/button.tsx';
import { Facts } from '../../kit/facts.tsx';
import { NotDone } from '../../kit/form.tsx';
import { withScope } from '../../kit/scope.tsx';
import { Stat, Stats } from '../../kit/stat.tsx';
import { Await, Skeleton } from '../../kit/states.tsx';
import { type Column, column, Table } from '../../kit/table.tsx';
import { number, plural } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { link } from '../../nav/router.ts';
import { receiverOf, useWebhooks } from '../webhooks/words.ts';
import { size, troublesOf } from './system-words.ts';

type Task = System['cron']['tasks'][number];
type GivenUp = System['givenUp']['items'][number];
type ServiceError = System['errors'][number];
type Delivery = System['deliveries'][number];

function State({ system }: { system: System }) {
  const troubles = troublesOf(system);
  return (
    <section class="stack" aria-labelledby="system-state">
      <h2 id="system-state">
        {troubles.length === 0
          ? 'Everything runs'
          : `${plural(troubles.length, 'thing needs', 'things need')} attention`}
      </h2>
      {troubles.length > 0 && (
        <ul class="feed">
          {troubles.map(({ text, isMild }) => (
            <li key={text}>
              <span class={isMild ? 'badge badge-warn' : 'badge badge-bad'}>
                {isMild ? 'Note' : 'Problem'}
              </span>{' '}
              {text}
            </li>
          ))}
        </ul>
      )}
      <Figures system={system} />
    </section>
  );
}

function Figures({ system: { database, rowsWritten, waiting, cron, version } }: { system: System }) {
  const { visits, publishes } = waiting;
  const { perDay, days } = rowsWritten;
  const today = days[0]?.rows ?? 0;
  return (
    <Stats>
      <Stat
        label="Database"
        value={database.sizeBytes === null ? '–' : size(database.sizeBytes)}
        note={`${plural(database.counts.persons, 'person')}, ${plural(database.counts.pages, 'page')}`}
      />
      {perDay === null ? (
        <Stat label="Rows written today" value={number(today)} note="Estimated, so far" />
      ) : (
        <Stat
          label="Rows written a day"
          value={number(perDay)}
          note={`Estimated; today ${number(today)} so far`}
        />
      )}
      <Stat
        label="Visits waiting"
        value={visits ? number(visits.count) : '–'}
        note={visits ? 'In the queue' : 'The queue does not say'}
      />
      <Stat
        label="Versions waiting"
        value={number(publishes.count)}
        note={publishes.scheduled > 0 ? `${number(publishes.scheduled)} scheduled` : 'To go live'}
      />
      <Stat
        label="Cron"
        value={cron.isLate ? 'Stopped' : 'Runs'}
        note={
          <>
            Noted <AgoOrNever at={cron.notedAt} />
          </>
        }
      />
      <Stat label="Release" value={version} note="Footfall" />
    </Stats>
  );
}

/** Sends one again, or all that were not sent. */
function SendAgain({ items, label }: { items: GivenUp[]; label: string }) {
  const send = useMutation(
    async (ids: string[]) => {
      // One after the other: each may be a request of many rows.
      for (const id of ids) await ask(sendGivenUp, { path: { given_up_id: id }, body: {} });
    },
    {
      onDone: () => {
        toast('Sent again');
        refresh('system');
      },
    },
  );
  return (
    <>
      <Button isBusy={send.isRunning} onClick={() => send.run(items.map(({ givenUpId }) => givenUpId))}>
        {label}
      </Button>
      <NotDone error={send.error} />
    </>
  );
}

const kinds = { visit: 'Visit', publish: 'Publish' } as const;

const givenUpColumns: Column<GivenUp>[] = [
  column('kind', 'What', {}, ({ kind }) => kinds[kind]),
  column('when', 'Received', {}, ({ receivedAt }) => <Ago at={receivedAt} />),
  column('why', 'Failed with', { notOnPhone: true }, ({ failedWith, attempts }) => (
    <>
      <code>{failedWith}</code>{' '}
      {attempts !== null && <span class="muted">{plural(attempts, 'attempt')}</span>}
    </>
  )),
  column('send', 'Again', { isNumber: true }, (item) =>
    item.sentAt === null ? (
      <SendAgain items={[item]} label="Send again" />
    ) : (
      <>
        Sent <Ago at={item.sentAt} />
      </>
    ),
  ),
];

function GaveUp({ items }: { items: GivenUp[] }) {
  const unsent = items.filter(({ sentAt }) => sentAt === null);
  return (
    <section class="stack" aria-labelledby="system-given-up">
      <div class="row between">
        <h2 id="system-given-up">Could not be processed</h2>
        {unsent.length > 1 && <SendAgain items={unsent} label="Send all again" />}
      </div>
      {items.length === 0 ? (
        <p class="muted">
          Nothing. A visit or a publish that fails again and again is kept here for 13 days.
        </p>
      ) : (
        <Table
          label="Could not be processed"
          columns={givenUpColumns}
          rows={items}
          keyOf={({ givenUpId }) => givenUpId}
        />
      )}
    </section>
  );
}

const errorColumns: Column<ServiceError>[] = [
  column('place', 'Where and what', {}, ({ place, what }) => (
    <>
      <code>{place}</code> <code class="muted">{what}</code>
    </>
  )),
  column('count', 'Times', { isNumber: true }, ({ count }) => number(count)),
  column('last', 'Last', { isNumber: true }, ({ lastAt }) => <Ago at={lastAt} />),
  column(
    'request',
    'Request',
    { notOnPhone: true },
    ({ requestId }) => requestId && <code>{requestId}</code>,
  ),
];

const Errors = ({ errors }: { errors: ServiceError[] }) => (
  <section class="stack" aria-labelledby="system-errors">
    <h2 id="system-errors">Last errors</h2>
    {errors.length === 0 ? (
      <p class="muted">None. The log has the message of each; here is where it was, and of which request.</p>
    ) : (
      <Table
        label="Last errors"
        columns={errorColumns}
        rows={errors}
        keyOf={({ place, what }) => `${place} ${what}`}
      />
    )}
  </section>
);

const taskColumns: Column<Task>[] = [
  column('task', 'Task', {}, ({ task, isFailing }) => (
    <>
      {task} {isFailing && <span class="badge badge-bad">Fails</span>}
    </>
  )),
  column('ran', 'Last run', { isNumber: true }, ({ lastRunAt }) => <Ago at={lastRunAt} />),
  column('took', 'It took', { isNumber: true }, ({ tookMs }) => `${number(tookMs)} ms`),
  column('failed', 'Last failure', { notOnPhone: true }, ({ failedAt, failedWith }) =>
    failedAt === null ? (
      '–'
    ) : (
      <>
        <code>{failedWith}</code> <Ago at={failedAt} />
      </>
    ),
  ),
];

const Tasks = ({ cron }: { cron: System['cron'] }) => (
  <section class="stack" aria-labelledby="system-cron">
    <h2 id="system-cron">Cron</h2>
    <p class="muted">
      It runs each minute, and notes once an hour how its tasks did, so these times may be an hour old. A
      failure is noted at once.
    </p>
    {cron.tasks.length > 0 && (
      <Table label="Tasks of the cron" columns={taskColumns} rows={cron.tasks} keyOf={({ task }) => task} />
    )}
  </section>
);

const deliveryColumns = (nameOf: (id: string) => string): Column<Delivery>[] => [
  column('webhook', 'Webhook', {}, ({ webhookId, disabledAt, failingSince, isBehind }) => (
    <>
      {nameOf(webhookId)} {disabledAt !== null && <span class="badge badge-warn">Off</span>}
      {disabledAt === null && failingSince !== null && <span class="badge badge-bad">Fails</span>}
      {isBehind && <span class="badge badge-warn">Behind</span>}
    </>
  )),
  column('waiting', 'Waiting', { isNumber: true }, ({ waiting }) => number(waiting)),
  column('given-up', 'Failed, of 100', { isNumber: true }, ({ givenUp }) => number(givenUp)),
];

function Deliveries({ deliveries }: { deliveries: Delivery[] }) {
  const hooks = useWebhooks().data ?? [];
  const nameOf = (id: string) => {
    const hook = hooks.find(({ webhookId }) => webhookId === id);
    return hook ? receiverOf(hook) : 'Webhook';
  };
  return (
    <section class="stack" aria-labelledby="system-deliveries">
      <h2 id="system-deliveries">Deliveries</h2>
      {deliveries.length === 0 ? (
        <p class="muted">
          There are no webhooks. <a href={link('settings', {}, { part: 'webhooks' })}>Add one</a>
        </p>
      ) : (
        <Table
          label="Deliveries"
          columns={deliveryColumns(nameOf)}
          rows={deliveries}
          keyOf={({ webhookId }) => webhookId}
          href={({ webhookId }) =>
            link('settings', {}, { part: 'webhooks', open: webhookId, tab: 'deliveries' })
          }
        />
      )}
    </section>
  );
}

const Records = ({ system: { database, rowsWritten } }: { system: System }) => {
  const { counts } = database;
  return (
    <section class="stack" aria-labelledby="system-records">
      <h2 id="system-records">Database</h2>
      <div class="in-columns">
        <Facts
          facts={[
            ['Persons', number(counts.persons)],
            ['Accounts', number(counts.accounts)],
            ['Pages', number(counts.pages)],
            ['Topics', number(counts.topics)],
            ['Views', number(counts.views)],
            ['Websites', number(counts.websites)],
            ['Domains', number(counts.tenantDomains)],
            ['Keys', number(counts.apiKeys)],
          ]}
        />
      </div>
      <p class="muted">
        Rows written by day are an estimate: one row in {number(rowsWritten.sampledEvery)} notes them.{' '}
        {rowsWritten.days.map(({ date, rows }) => `${date}: ${number(rows)}`).join(' · ')}
      </p>
    </section>
  );
};

/** Does the service do its work, and what has it failed to do? */
export const SystemPart = withScope('admin', 'see the system', () => {
  const system = useAnswer('system', getSystem, {}, { every: 60_000 });
  return (
    <Await query={system} what="the state of the system" skeleton={<Skeleton lines={8} />}>
      {(data) => (
        <>
          <State system={data} />
          <div class="system">
            <GaveUp items={data.givenUp.items} />
            <Errors errors={data.errors} />
            <Tasks cron={data.cron} />
            <Deliveries deliveries={data.deliveries} />
          </div>
          <Records system={data} />
        </>
      )}
    </Await>
  );
});
