import { report } from '../../../lib/report.ts';

/** Logs that a look at alerts has failed. */
export const reportLook = (alerts: readonly { alertId: string }[], error: unknown): void =>
  report('look at alerts', error, { alertIds: alerts.map(({ alertId }) => alertId) });

/** What each alert has to fire. One that fails, as with a zone that the runtime does not know, keeps no other from firing. */
export const eachAlone = <Alert extends { alertId: string }, Item>(
  alerts: readonly Alert[],
  itemsOf: (alert: Alert) => Item[],
): Item[] =>
  alerts.flatMap((alert) => {
    try {
      return itemsOf(alert);
    } catch (error) {
      reportLook([alert], error);
      return [];
    }
  });
