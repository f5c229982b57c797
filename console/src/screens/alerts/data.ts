import { type Alert, type AlertUpdate, deleteAlert, listAlerts, updateAlert } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { deleteLater } from '../../data/deleting.ts';
import { type QueryState, useQuery } from '../../data/query.ts';
import type { Match } from '../../data/use-conditional-edit.ts';

/** An alert as it was read, and the state that a change of it is made to. */
export interface ReadAlert {
  alert: Alert;
  match: Match;
}

/** All alerts: a workspace has 50 at most. */
export const useAlerts = (): QueryState<Alert[]> =>
  useQuery(['alerts'], async (signal) => {
    const { items } = await ask(listAlerts, { query: { limit: 100 }, signal });
    return items;
  });

/** Changes an alert, if it is as it was read. */
export const changeAlert = (id: string, body: AlertUpdate, match: Match) =>
  ask(updateAlert, { path: { alert_id: id }, body, headers: match });

/** Deletes an alert some seconds later, in which it can be undone. */
export const removeAlert = ({ alert: { alertId, name }, match }: ReadAlert): void =>
  deleteLater({
    id: alertId,
    text: `“${name}” was deleted`,
    send: () => ask(deleteAlert, { path: { alert_id: alertId }, headers: match, keepalive: true }),
  });
