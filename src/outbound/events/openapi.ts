import { keyExample } from '../../access/api-keys/openapi.ts';
import { answerOf, operationsOf } from '../../http/openapi/document.ts';
import { eventsByType, eventTypes } from '../../vocabulary/events.ts';
import { type Event, EventList } from './schemas.ts';
import { EventSettings } from './settings-schemas.ts';

const example: Event = {
  sequence: 4711,
  type: 'audience.updated',
  subject: 'audience_01kafz8q6tf7n9t3cwh2k5v4xe',
  related: { pageId: 'page_01kafz8q6tf7n9t3cwh2k5v4xe' },
  changes: ['customName'],
  actor: {
    type: 'person',
    apiKeyId: 'api_key_01kafz8q6tf7n9t3cwh2k5v4xe',
    name: 'zoe@northwind.example',
  },
  createdAt: '2026-11-25T09:30:00.000Z',
};
const settings: EventSettings = {
  types: ['audience.updated', 'audience_version.published'],
  retentionDays: 30,
  updatedAt: '2026-11-25T09:00:00.000Z',
  updatedBy: keyExample,
};
const { types, retentionDays } = settings;
const texts = eventTypes.map((type) => `- \`${type}\`: ${eventsByType[type].text}`);
const answer = answerOf(EventSettings, 'The settings.', settings);

export const eventOperations = operationsOf('Events', {
  'GET /v0/events': {
    id: 'listEvents',
    summary: 'Read what happened, in the order of commits',
    description: `A program that polls sends \`next\` of its last answer as \`after\`, and so gets each event once. An event has ids and no text: read the record for more. With \`subject\` and \`order=newest\` it is the history of a record. The feed keeps only the types of its settings, and each for \`retentionDays\`. Events of keys need a key with \`admin\`: other answers leave them out.\n\n${texts.join('\n')}`,
    answer: answerOf(EventList, 'Events.', {
      events: [example],
      hasMore: false,
      next: example.sequence,
      newest: example.sequence,
      keptTypes: types,
      keptFrom: example.createdAt,
    }),
    errors: ['events_removed'],
  },
  'GET /v0/event_settings': {
    id: 'getEventSettings',
    summary: 'Read which types of events the feed keeps, and for how long',
    answer,
    tagged: 'read',
  },
  'PATCH /v0/event_settings': {
    id: 'updateEventSettings',
    summary: 'Choose which types of events the feed keeps, and for how long',
    description:
      'A new workspace keeps none. A type that is not named is no longer saved; what was saved stays until its time is over. docs/operators/cost.md has the price of each type.',
    example: { types, retentionDays },
    answer,
    tagged: 'write',
  },
});
