import type { Alert, Webhook } from '@footfall/client';
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
