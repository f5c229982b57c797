import type { Alert, Webhook } from '@footfall/client';
import { useDeleting } from '../../data/deleting.ts';
import { NewButton } from '../../kit/button.tsx';
import { EndedKey } from '../../kit/ended-key.tsx';
import { withScope } from '../../kit/scope.tsx';
import { Empty } from '../../kit/states.tsx';
import { type Column, column, TableOf } from '../../kit/table.tsx';
import { here, link, open, useNew } from '../../nav/router.ts';
import { useWebhooks } from '../webhooks/words.ts';
import { AlertState, ReceiverName, useAlerts } from './alert-state.tsx';
import { NewAlert } from './new-alert.tsx';
import { type NameOf, namedIn, useRecordNames, usualName, whenOf } from './words.ts';

/** What an alert waits for, and below it the name that somebody gave it. */
function AlertName({ alert, nameOf }: { alert: Alert; nameOf: NameOf }) {
  const condition = alert.condition;
  return (
    <>
      <span class="alert-when">{whenOf(condition, nameOf)}</span>
      {alert.name !== usualName(condition) && <span class="excerpt muted cut small">{alert.name}</span>}
    </>
  );
}

const columnsFor = (webhooks: Webhook[] | undefined, nameOf: NameOf): Column<Alert>[] => [
  column('when', 'Alert', {}, (alert) => <AlertName alert={alert} nameOf={nameOf} />),
  column('to', 'Goes to', { notOnPhone: true }, ({ webhookId }) => {
    const webhook = webhooks?.find((one) => one.webhookId === webhookId);
    if (webhook) return <ReceiverName webhook={webhook} among={webhooks ?? []} />;
    return webhooks ? <span class="bad">Deleted webhook</span> : '…';
  }),
  column('state', 'State', {}, (alert) => (
    <>
      <AlertState alert={alert} webhooks={webhooks} nameOf={nameOf} />
      <EndedKey of={alert} />
    </>
  )),
];

/** What is told to whom, and when? */
export const Alerts = withScope('admin', 'manage alerts', () => {
  const [wanted, close] = useNew();
  const alerts = useAlerts();
  const webhooks = useWebhooks();
  const isDeleting = useDeleting();
  const nameOf = useRecordNames([...new Set((alerts.data ?? []).flatMap((one) => namedIn(one.condition)))]);
  const data = alerts.data?.filter(({ alertId }) => !isDeleting(alertId));
  return (
    <>
      <div class="row filters">
        <p class="muted grow">
          An alert notifies a channel when something happens, once a day for each account or person.{' '}
          <a href={link('accounts')}>Choose accounts</a> to be notified of them.
        </p>
        <NewButton what="alert" label="New alert" scope="admin" />
      </div>
      <TableOf
        of={{ ...alerts, data }}
        empty={
          <Empty title="No alerts yet">
            When an account visits, the link of a person is opened or conversions change, when a job of the
            service has stalled, and on Mondays with a report of the week.{' '}
            <a href={here({ new: 'alert' })}>Create the first alert</a>
          </Empty>
        }
        label="Alerts"
        columns={columnsFor(webhooks.data, nameOf)}
        keyOf={({ alertId }) => alertId}
        href={({ alertId }) => open(alertId)}
      />
      {/* What fails for both is said once. */}
      {wanted === 'alert' && (data || alerts.error === undefined) && <NewAlert onClose={close} />}
    </>
  );
});
