import { answerOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { sourceExample } from '../sources/openapi.ts';
import {
  KeptDeleted,
  KeptDelivery,
  KeptDeliveryList,
  type KeptDeliverySummary,
  KeptMapped,
} from './schemas.ts';

const { sourceId } = sourceExample;
const keptId = 'kept_01kafz8q6tf7n9t3cwh2k5v4xe';
const example: KeptDeliverySummary = {
  sourceId,
  keptId,
  deliveryId: 'evt_1PqXyZ2eZvKYlo2C',
  type: 'invoice-paid',
  reason: 'no_identifier',
  receivedAt: '2026-11-28T09:30:00.000Z',
};
const body = { id: 'evt_1PqXyZ2eZvKYlo2C', type: 'invoice.paid', data: { object: { customer: 'cus_1' } } };

export const keptOperations = operationsOf('Sources', {
  'GET /v0/sources/{source_id}/kept': {
    id: 'listKeptDeliveries',
    summary: 'List what a source keeps because it fits nobody, newest first',
    description: 'Without bodies, which may be 256 KiB each.',
    answer: pageOf(KeptDeliveryList, 'A page of kept deliveries.', example),
  },
  'POST /v0/sources/{source_id}/kept/map': {
    id: 'mapKeptDeliveries',
    summary: 'Map what a source keeps by its mapping of now',
    description:
      'The oldest 50, or fewer if their bodies have more than a megabyte; what fits nobody still stays. Go on with `after` while `next` is not null. A repetition, and the sender’s own, make no second log.',
    example: { keptIds: [keptId] },
    answer: answerOf(KeptMapped, 'What became of each.', {
      outcomes: [
        {
          keptId,
          type: 'invoice-paid',
          outcome: 'logged',
          reason: null,
          personId: 'person_01kafz8q6tf7n9t3cwh2k5v4xe',
          personLogId: 'person_log_01kafz8q6tf7n9t3cwh2k5v4xe',
        },
      ],
      remaining: 1,
      next: null,
    }),
  },
  'GET /v0/sources/{source_id}/kept/{kept_id}': {
    id: 'getKeptDelivery',
    summary: 'Read a kept delivery, with its body',
    answer: answerOf(KeptDelivery, 'The delivery; its body as it was sent.', { ...example, body }),
    looksUpLastId: true,
  },
  'DELETE /v0/sources/{source_id}/kept/{kept_id}': {
    id: 'deleteKeptDelivery',
    summary: 'Delete a kept delivery',
    description: 'A second call finds nothing: a 404. When the sender sends it again, it is taken as new.',
    answer: answerOf(KeptDeleted, 'Which one is deleted.', { sourceId, keptId, deleted: true }),
    looksUpLastId: true,
  },
});
