import * as z from 'zod/mini';
import { filterFields, filtersOf } from '../../analytics/filter-schemas.ts';
import { dateRange, ranged } from '../../http/date-range.ts';
import { described, object } from '../../http/described.ts';
import { countedFields, listOf, listQuery } from '../../http/list-query.ts';
import { count, id, idFilter, textUpTo, timestamp } from '../../http/schemas.ts';
import { devices } from '../../lib/devices.ts';
import { each } from '../../lib/each.ts';
import { sessionCounts } from '../../vocabulary/counts.ts';
import { type Dimension, sessionDimensions } from '../../vocabulary/dimensions.ts';
import { visitFacts } from '../../vocabulary/visit-facts.ts';

const textOrNull = (max: number) => z.nullable(textUpTo(max));
export const identifierTypes = ['email', 'linkedin', 'tel'] as const;
export type IdentifierType = (typeof identifierTypes)[number];

const field = <T extends z.ZodMiniType>(name: Dimension, schema: T): T =>
  schema.check(z.meta({ description: visitFacts[name].description }));

const statuses = ['pending', 'completed', 'failed'] as const;

export const AudienceSession = object('AudienceSession', {
  analyticsSessionId: textUpTo(255),
  audienceSessionId: described(textOrNull(300), 'Null when the visit was to no audience.'),
  audienceId: z.nullable(id('audience')),
  pageId: z.nullable(id('page')),
  pageTitle: textOrNull(300),
  pageUrl: textOrNull(2048),
  computationStatus: described(z.enum(statuses), '`pending` until 30 minutes without activity have passed.'),
  formSubmissionId: textOrNull(255),
  formSubmissionEmail: textOrNull(320),
  formSubmissionPhone: textOrNull(16),
  formSubmissionIdentifier: textOrNull(2048),
  formSubmissionIdentifierType: z.nullable(z.enum(identifierTypes)),
  hasConversion: z.boolean(),
  hasFormSubmit: z.boolean(),
  isBounce: described(
    z.boolean(),
    'Completed, under 10 s engaged, no click, question, form submit or conversion. False when the time is unknown.',
  ),
  maxScrollDepthPercentage: z
    .nullable(z.number().check(z.minimum(0), z.maximum(100)))
    .check(z.meta({ format: 'double' })),
  ...each(sessionCounts, () => count),
  timeSpentSeconds: z.nullable(z.number().check(z.minimum(0))).check(
    z.meta({
      format: 'double',
      description: 'Seconds in which the page was visible and the visitor active.',
    }),
  ),
  sessionStartedAt: timestamp,
  sessionEndedAt: described(z.nullable(timestamp), 'The last activity; null while pending.'),
  ...each(sessionDimensions, (name) => field(name, textOrNull(visitFacts[name].max))),
  device: field('device', z.nullable(z.enum(devices))),
  pageLinkId: field('pageLinkId', z.nullable(id('page_link'))),
  personId: described(z.nullable(id('person')), 'Who submitted the form. An addition.'),
  recipientPersonId: described(
    z.nullable(id('person')),
    'Whom the audience was made for. A link can be forwarded. An addition.',
  ),
  recipientAccountId: described(
    z.nullable(id('account')),
    'The account that the recipient was linked to at the visit. An addition.',
  ),
  personName: described(
    z.optional(textOrNull(320)),
    'The name of `personId`. Only with `names=true`, as the next two.',
  ),
  recipientName: described(z.optional(textOrNull(320)), 'The name of `recipientPersonId`.'),
  companyName: described(
    z.optional(textOrNull(320)),
    'The company of who submitted the form; otherwise `recipientAccountId`.',
  ),
  computationError: described(
    textOrNull(1000),
    'Why the session failed or will fail; null for all others. An addition.',
  ),
});
export type AudienceSession = z.infer<typeof AudienceSession>;

export const AudienceSessionList = listOf(AudienceSession, 'AudienceSessionList');
export type AudienceSessionList = z.infer<typeof AudienceSessionList>;

/** The visits of a person, in all pages. */
export const PersonSessionList = object('PersonAudienceSessionList', countedFields(AudienceSession));
export type PersonSessionList = z.infer<typeof PersonSessionList>;

/** The number of times that something happened in a visit. */
export const eventCount = z
  .int('must be a whole number')
  .check(
    z.minimum(0, 'must be at least 0'),
    z.maximum(100_000, 'must be at most 100,000'),
    z.meta({ format: 'int32' }),
  );

export const percentage = z
  .number()
  .check(
    z.minimum(0, 'must be at least 0'),
    z.maximum(100, 'must be at most 100'),
    z.meta({ format: 'double' }),
  );

const flag = (description: string) => described(z.optional(z.enum(['true', 'false'])), description);
const flagOf = (text: 'true' | 'false' | undefined) => (text === undefined ? null : Number(text === 'true'));

const sessionFields = {
  ...listQuery,
  ...dateRange('Sessions that started'),
  status: z.optional(z.enum([...statuses, 'active'])),
  hasConversion: flag('Visits with a conversion, or without.'),
  hasFormSubmit: flag('Visits with a form submit, or without.'),
  names: flag('`true`: each visit has the names of who came. One more round trip. An addition.'),
  ...filterFields,
};

export const SessionListQuery = ranged(
  z.object({
    ...sessionFields,
    audienceId: idFilter('Visits of this audience.'),
    personId: idFilter('Visits whose form this person submitted.'),
  }),
);
export const WorkspaceSessionQuery = ranged(z.object(sessionFields));

const roles = ['any', 'recipient', 'form'] as const;
/** In which role a visitor came: the audience was made for them, they sent the form, or either. */
export type VisitorRole = (typeof roles)[number];
const role = (byDefault: VisitorRole) =>
  described(
    z._default(z.enum(roles), byDefault),
    '`recipient`: of an audience that was made for them. `form`: whose form they sent.',
  );

export const AccountSessionQuery = ranged(
  z.object({ ...listQuery, ...dateRange('Sessions that started'), by: role('any') }),
);
export const PersonSessionQuery = z.object({ ...listQuery, by: role('form') });

/** The query of a list, for its store. */
export const toFilters = <T extends z.infer<typeof WorkspaceSessionQuery>>({
  status,
  hasConversion,
  hasFormSubmit,
  names,
  ...query
}: T) => ({
  ...query,
  hasNames: names === 'true',
  filters: filtersOf(query),
  state: {
    status: status ?? null,
    hasConversion: flagOf(hasConversion),
    hasFormSubmit: flagOf(hasFormSubmit),
  },
});
