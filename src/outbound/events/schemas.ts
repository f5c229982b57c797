import * as z from 'zod/mini';
import { described, object } from '../../http/described.ts';
import { limit, several } from '../../http/list-query.ts';
import { broken, idFilter, textUpTo, timestamp } from '../../http/schemas.ts';
import { eventTypes } from '../../vocabulary/events.ts';

/** A type of event. */
export const eventType = z.enum(eventTypes, 'must be a type of event, such as person.created');
/** The number of an event in its workspace. */
export const sequence = z.int().check(z.minimum(0), z.meta({ format: 'int64' }));

const actorTypes = ['api_key', 'person', 'link', 'tracker', 'service', 'command'] as const;
const Actor = object('Actor', {
  type: described(
    z.enum(actorTypes),
    '`person`: who signed in to the console; `link`: a sign-in link; `tracker`: the script of a website; `service`: what runs by itself; `command`: a command of the repository.',
  ),
  apiKeyId: z.nullable(textUpTo(255)),
  name: described(z.nullable(textUpTo(320)), 'The name of the key, or the email of the person.'),
});

export const Event = object('Event', {
  sequence: described(
    sequence,
    'The number of the event in its workspace: the order of commits, without gaps.',
  ),
  type: eventType,
  subject: described(
    z.nullable(textUpTo(255)),
    'The id of its subject. Null for `session.*` and `form.submitted`, whose ids are in `related`, and where who came is forgotten.',
  ),
  related: described(
    z.record(textUpTo(100), textUpTo(255)),
    'The ids of other records, by the names that they have elsewhere.',
  ),
  changes: described(
    z.nullable(z.array(textUpTo(100)).check(z.maxLength(20))),
    'The names of the fields that have changed. Null where all is new, or gone.',
  ),
  actor: described(z.nullable(Actor), 'Who did it. Null if it came from SQL that Footfall did not send.'),
  createdAt: timestamp,
});
export type Event = z.infer<typeof Event>;

const ruleOfSequence = 'must be a whole number from 0 to 999999999999999';
const sequenceFilter = (description: string) =>
  z
    .optional(
      z.pipe(z.string().check(z.regex(/^(?:0|[1-9]\d{0,14})$/v, ruleOfSequence)), z.transform(Number)),
    )
    .check(
      z.meta({
        override: ({ jsonSchema }: { jsonSchema: object }): void => {
          Object.assign(jsonSchema, {
            type: 'integer',
            format: 'int64',
            minimum: 0,
            maximum: 999_999_999_999_999,
            pattern: undefined,
          });
        },
        description,
      }),
    );

const orders = ['oldest', 'newest'] as const;

export const EventQuery = z
  .object({
    order: described(z._default(z.enum(orders), 'oldest'), 'Which event comes first.'),
    after: sequenceFilter('Events with a greater `sequence`. With `order=oldest` only.'),
    before: sequenceFilter('Events with a smaller `sequence`. With `order=newest` only.'),
    type: several(eventType, eventTypes.length, 'Only events of this type, or of these types.'),
    subject: idFilter(
      'Only events about the person, account, page, audience, page link or key with this id. `session.*` and `form.submitted` have no subject.',
    ),
    limit: limit(50, 'Events an answer.'),
  })
  .check(
    z.superRefine(({ order, after, before }, context) => {
      if (after !== undefined && order === 'newest')
        context.addIssue(broken(['after'], 'must not be given with order=newest', 'not_allowed'));
      if (before !== undefined && order === 'oldest')
        context.addIssue(broken(['before'], 'must be given with order=newest only', 'not_allowed'));
    }),
  );
export type EventQuery = z.infer<typeof EventQuery>;

/** The types that are kept. */
export const keptTypes = z.array(eventType).check(z.maxLength(eventTypes.length));

export const EventList = object('EventList', {
  events: z.array(Event).check(z.maxLength(100)),
  hasMore: described(
    z.boolean(),
    'More events may match. `events` may be empty then: an answer with `type` looks at 1,000 events, and one to a key without `admin` excludes events of keys.',
  ),
  next: described(
    sequence,
    'Where to go on: `after` of the next request, or with `order=newest` its `before`.',
  ),
  newest: described(
    sequence,
    'The number of the newest event of all. If it is smaller than your `after`, the database was restored from a backup: begin again.',
  ),
  keptTypes: described(
    keptTypes,
    'The types that the feed or a webhook keeps. No event of another type is new.',
  ),
  keptFrom: described(z.nullable(timestamp), 'When the oldest event happened that is still kept.'),
});
export type EventList = z.infer<typeof EventList>;
