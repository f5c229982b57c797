import {
  type Alert,
  type AlertUpdate,
  deleteAlert,
  listAlerts,
  updateAlert,
  type Webhook,
} from '@footfall/client';
import { ask, type Match, type Read, useItems } from '../../data/api.ts';
import { deleteLater } from '../../data/deleting.ts';
import type { QueryState } from '../../data/query.ts';
import { receiverAmong, stateOf } from '../webhooks/words.ts';
import { type NameOf, neverBecause } from './words.ts';

export interface AlertStateProps {
  alert: Alert;
  /** Undefined while they are not loaded. */
  webhooks: Webhook[] | undefined;
  nameOf: NameOf;
}

/** Whether an alert is on, and can fire. One whose webhook was deleted is not paused: it has nowhere to go. */
export function AlertState({ alert, webhooks, nameOf }: AlertStateProps) {
  const { isEnabled, webhookId } = alert;
  const never = neverBecause(alert.condition, nameOf);
  if (isEnabled && never)
    return (
      <span class="badge badge-bad" title={`${never}.`}>
        Cannot fire
      </span>
    );
  if (isEnabled) return <span class="badge badge-good">On</span>;
  const isGone = webhooks !== undefined && !webhooks.some((one) => one.webhookId === webhookId);
  return <span class="badge badge-warn">{isGone ? 'Off' : 'Paused'}</span>;
}

/** All alerts: a workspace has 50 at most. */
export const useAlerts = (): QueryState<Alert[]> => useItems('alerts', listAlerts);

/** Changes an alert, if it is as it was read. */
export const changeAlert = (id: string, body: AlertUpdate, match: Match) =>
  ask(updateAlert, { path: { alert_id: id }, body, headers: match });

/** Deletes an alert some seconds later, in which it can be undone. */
export const removeAlert = ({ data: { alertId, name }, match }: Read<Alert>): void =>
  deleteLater({
    id: alertId,
    text: `“${name}” was deleted`,
    send: () => ask(deleteAlert, { path: { alert_id: alertId }, headers: match, keepalive: true }),
  });

/** What a webhook is called among others, and that it does not work, if so. */
export function ReceiverName({ webhook, among }: { webhook: Webhook; among: Webhook[] }) {
  const { tone, badge } = stateOf(webhook);
  return (
    <>
      {receiverAmong(webhook, among)} {tone !== 'good' && <span class={`badge badge-${tone}`}>{badge}</span>}
    </>
  );
}
