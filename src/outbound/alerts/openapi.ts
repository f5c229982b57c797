import { keyExample } from '../../access/api-keys/openapi.ts';
import { answerOf, deletionOf, lastPage, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { type AlertFiring, AlertFiringList, AlertPreview } from './firing-schemas.ts';
import { Alert, AlertDeleted, AlertList } from './schemas.ts';

const accountId = 'account_01kafz8q6tf7n9t3cwh2k5v4xe';
const example: Alert = {
  alertId: 'alert_01kafz8q6tf7n9t3cwh2k5v4xe',
  name: 'Northwind comes back',
  webhookId: 'webhook_01kafz8q6tf7n9t3cwh2k5v4xe',
  timezone: 'Europe/Berlin',
  isEnabled: true,
  condition: { type: 'accounts_visited', accountIds: [accountId], visits: 2, days: 7 },
  author: 'zoe@northwind.example',
  createdAt: '2026-11-26T09:30:00.000Z',
  updatedAt: '2026-11-26T09:30:00.000Z',
  updatedBy: keyExample,
};
const { alertId, name, webhookId, timezone, condition } = example;
const oftener = { ...condition, visits: 3 };
const input = { name, webhookId, timezone, condition };
const previewed = {
  firedAt: '2026-11-26T10:02:00.000Z',
  subject: accountId,
  facts: { type: 'accounts_visited', date: '2026-11-26', visits: 2, days: 7 },
} as const;
const firing: AlertFiring = { firingId: 'firing_01kafz8q6tf7n9t3cwh2k5v4xe', alertId, ...previewed };
const answer = answerOf(Alert, 'The alert.', example);

export const alertOperations = operationsOf('Alerts', {
  'GET /v0/alerts': {
    id: 'listAlerts',
    summary: 'List alerts, newest first',
    answer: pageOf(AlertList, 'A page of alerts.', example),
  },
  'POST /v0/alerts': {
    id: 'createAlert',
    summary: 'Have a webhook notified when a condition is met, from now on',
    description:
      'At most once a day of the time zone for the same account, person, page or job of the service. A workspace has at most 50 alerts.',
    example: input,
    answer: { ...answer, status: 201 },
    tagged: 'made',
    errors: ['webhook_not_found', 'alerts_full'],
  },
  'POST /v0/alerts/preview': {
    id: 'previewAlert',
    summary: 'See what an alert would have fired in the last 7 days',
    description:
      'Newest first, at most 100. Of `service_stalled` it has the jobs that are stalled now. It writes and sends nothing.',
    example: input,
    answer: answerOf(AlertPreview, 'What it would have fired.', {
      items: [
        {
          ...previewed,
          visit: { personId: 'person_01kafz8q6tf7n9t3cwh2k5v4xe', pageId: 'page_01kafz8q6tf7n9t3cwh2k5v4xe' },
        },
      ],
      isCut: false,
    }),
  },
  'GET /v0/alerts/{alert_id}': {
    id: 'getAlert',
    summary: 'Read an alert',
    answer,
    tagged: 'read',
  },
  'PATCH /v0/alerts/{alert_id}': {
    id: 'updateAlert',
    summary: 'Change an alert, or switch it off or on',
    example: { condition: oftener },
    answer: { ...answer, example: { ...example, condition: oftener } },
    tagged: 'write',
    errors: ['webhook_not_found'],
  },
  'DELETE /v0/alerts/{alert_id}': {
    id: 'deleteAlert',
    summary: 'Delete an alert',
    ...deletionOf('alert', AlertDeleted, { alertId, deletedAt: '2026-11-26T10:00:00.000Z' }),
  },
  'GET /v0/alerts/{alert_id}/firings': {
    id: 'listAlertFirings',
    summary: 'List what an alert has fired, newest first',
    description:
      'For as long as events are kept, and three days at least. The names of what it is about are in their records.',
    answer: answerOf(AlertFiringList, 'A page of firings.', { items: [firing], ...lastPage }),
  },
});
