import type { Alert, Webhook } from '@footfall/client';

export interface AlertStateProps {
  alert: Alert;
  /** Undefined while they are not loaded. */
  webhooks: Webhook[] | undefined;
}

/** Whether an alert is on. One whose webhook was deleted is not paused: it has nowhere to go. */
export function AlertState({ alert: { isEnabled, webhookId }, webhooks }: AlertStateProps) {
  if (isEnabled) return <span class="badge badge-good">On</span>;
  const isGone = webhooks !== undefined && !webhooks.some((one) => one.webhookId === webhookId);
  return <span class="badge badge-warn">{isGone ? 'Off' : 'Paused'}</span>;
}
