import * as z from 'zod/mini';
import { dateRange, ranged } from '../../http/date-range.ts';
import { described, object } from '../../http/described.ts';
import { listQuery, pageFields, several } from '../../http/list-query.ts';
import { broken, count, id, textUpTo, timestamp } from '../../http/schemas.ts';
import { AccountLog, logFilters, PersonLog } from '../../people/logs/schemas.ts';
import { AudienceSession } from '../sessions/schemas.ts';
import { timelineKinds } from './place.ts';

export const TimelineQuery = ranged(
  z.object({
    ...listQuery,
    ...dateRange('What happened'),
    kind: several(z.enum(timelineKinds), timelineKinds.length, 'Only items of this kind, or of these kinds.'),
    source: described(logFilters.source, 'Only logs of this source.'),
    type: described(logFilters.type, 'Only logs of this type.'),
  }),
).check(
  z.superRefine(
    ({ kind = [], source, type }, context) => {
      if (kind.length === 0 || kind.includes('log')) return;
      for (const [name, value] of Object.entries({ source, type }))
        if (value !== undefined) context.addIssue(broken([name], 'is of logs, and kind leaves them out'));
    },
    { when: ({ issues }) => !issues.some(({ path }) => path?.[0] === 'kind') },
  ),
);
export type TimelineQuery = z.infer<typeof TimelineQuery>;

/** A publish of an audience that was made for a person. */
export const TimelinePublish = object('TimelinePublish', {
  audienceId: id('audience'),
  audienceName: described(textUpTo(255), 'The `effectiveName` of the audience.'),
  pageId: id('page'),
  personId: described(id('person'), 'Whom the audience was made for.'),
  versionId: id('version'),
  versionNumber: z.int().check(z.minimum(1), z.meta({ format: 'int64' })),
  publishedAt: timestamp,
});
export type TimelinePublish = z.infer<typeof TimelinePublish>;

const at = described(
  timestamp,
  'The time of the order: when a log happened, or else was received, a visit began, or a version was published.',
);
const by = described(
  z.enum(['form', 'recipient']),
  '`form`: who it is sent the form. `recipient`: only the link was for them, and it can be forwarded.',
);

const itemOf = <T extends z.ZodMiniType>(log: T) =>
  z.union([
    z.object({ kind: z.literal('log'), at, log }),
    z.object({ kind: z.literal('visit'), at, by, visit: AudienceSession }),
    z.object({ kind: z.literal('publish'), at, publish: TimelinePublish }),
  ]);

export const PersonTimeline = object('PersonTimeline', pageFields(itemOf(PersonLog)));
export type PersonTimeline = z.infer<typeof PersonTimeline>;

export const AccountTimeline = object('AccountTimeline', {
  ...pageFields(itemOf(z.union([AccountLog, PersonLog]))),
  omittedPersonsCount: described(
    count,
    'How many linked persons, the last created, the timeline excludes: their logs and publishes are not in it. 0 up to 1,000 linked persons.',
  ),
});
export type AccountTimeline = z.infer<typeof AccountTimeline>;
