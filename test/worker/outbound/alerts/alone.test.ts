import { eachAlone } from '../../../../src/outbound/alerts/worker/alone.ts';
import { silent } from '../../support/faults.ts';

test('an alert that fails keeps no other from firing, and the log names it', async () => {
  const alerts = ['alert_1', 'alert_2', 'alert_3'].map((alertId) => ({ alertId }));
  const { result, logged } = await silent(async () =>
    eachAlone(alerts, ({ alertId }) => {
      if (alertId === 'alert_2') throw new RangeError('Invalid time zone');
      return [alertId, alertId];
    }),
  );
  expect(result).toEqual(['alert_1', 'alert_1', 'alert_3', 'alert_3']);
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    { level: 'error', what: 'look at alerts', message: 'Invalid time zone', alertIds: ['alert_2'] },
  ]);
});
