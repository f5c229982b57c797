import { type Alert, type AlertUpdate, deleteAlert, listAlerts, updateAlert } from '@footfall/client';
import { ask, type Match, type Read, useItems } from '../../data/api.ts';
import { deleteLater } from '../../data/deleting.ts';
import type { QueryState } from '../../data/query.ts';

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
