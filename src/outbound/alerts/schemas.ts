import * as z from 'zod/mini';
import { updatedBy } from '../../access/api-keys/schemas.ts';
import { timeZone } from '../../http/date-range.ts';
import { listOf } from '../../http/list-query.ts';
import { author, broken, id, idInput, nameUpTo, textUpTo, timestamp } from '../../http/schemas.ts';
import { type AlertType, alertTypes, type AlertCondition as Condition } from '../../vocabulary/conditions.ts';
import { mostDays, mostSubjects, mostVisits } from './limits.ts';

const longestName = 200;
const longestZone = 64;
const longestId = 255;

const type = z
  .enum(alertTypes)
  .check(
    z.describe(
      '`accounts_visited`: an account had at least `visits` engaged visits in `days` days; `link_opened`: a link that was made for a person was opened, by them or by somebody else; `conversions_changed`: the conversions of a page on a day differ by at least `percent` from the same weekday a week before; `weekly_report`: each Monday at 8:00.',
    ),
  );

const wholeNumber = (most: number) => {
  const rule = `must be a whole number from 1 to ${most}`;
  return z.int(rule).check(z.minimum(1, rule), z.maximum(most, rule), z.meta({ format: 'int32' }));
};
const subjects = z
  .nullish(z.array(idInput()).check(z.minLength(1), z.maxLength(mostSubjects)))
  .check(z.describe('Null, or without it: any.'));
const direction = z.enum(['up', 'down', 'any']);
const [visits, days] = [wholeNumber(mostVisits), wholeNumber(mostDays)];
const [percent, minVisits] = [wholeNumber(1000), wholeNumber(1_000_000)];

const given = {
  accountIds: subjects,
  visits: z.optional(visits),
  days: z
    .optional(days)
    .check(z.describe('The day of the visit and those before it, as the calendar of the zone has them.')),
  personIds: subjects,
  pageId: z
    .nullish(idInput())
    .check(z.describe('The page. Null, or without it, in a `weekly_report`: all pages.')),
  direction: z.optional(direction).check(z.describe('`any` without it.')),
  percent: z.optional(percent),
  minVisits: z.optional(minVisits).check(z.describe('Both days must have so many visits. 1 without it.')),
};
type Given = z.infer<z.ZodMiniObject<typeof given>>;
type Field = keyof Given;

/** The fields of each type, and which of them must be given. */
const fieldsOf: Record<AlertType, { needed: Field[]; others: Field[] }> = {
  accounts_visited: { needed: ['visits', 'days'], others: ['accountIds'] },
  link_opened: { needed: [], others: ['personIds'] },
  conversions_changed: { needed: ['pageId', 'percent'], others: ['direction', 'minVisits'] },
  weekly_report: { needed: [], others: ['pageId'] },
};

const fields = Object.keys(given) as Field[];

/** A valid condition, with the values of what is left out. */
function complete({ type, ...rest }: Given & { type: AlertType }): Condition {
  const { accountIds = null, personIds = null, pageId = null, direction = 'any', minVisits = 1 } = rest;
  const { visits = 1, days = 1, percent = 1 } = rest;
  switch (type) {
    case 'accounts_visited':
      return { type, accountIds, visits, days };
    case 'link_opened':
      return { type, personIds };
    case 'conversions_changed':
      return { type, pageId: pageId ?? '', direction, percent, minVisits };
    case 'weekly_report':
      return { type, pageId };
  }
}

/** A condition in a request. A field of another type is refused. */
export const AlertConditionInput = z
  .pipe(
    z.strictObject({ type, ...given }).check(
      z.superRefine(
        (value, context) => {
          const { needed, others } = fieldsOf[value.type];
          for (const field of needed)
            if (value[field] === undefined || value[field] === null)
              context.addIssue(broken([field], 'This field is required.', 'required'));
          for (const field of fields)
            if (value[field] !== undefined && ![...needed, ...others].includes(field))
              context.addIssue(broken([field], `must not be given with ${value.type}`, 'not_allowed'));
        },
        { when: ({ issues }) => issues.length === 0 },
      ),
    ),
    z.transform(complete),
  )
  .check(z.meta({ id: 'AlertConditionInput' }));

const ids = z.nullable(z.array(textUpTo(longestId)).check(z.maxLength(mostSubjects)));
export const AlertCondition = z
  .object({
    type,
    accountIds: z.optional(ids),
    visits: z.optional(visits),
    days: z.optional(days),
    personIds: z.optional(ids),
    pageId: z.optional(z.nullable(textUpTo(longestId))),
    direction: z.optional(direction),
    percent: z.optional(percent),
    minVisits: z.optional(minVisits),
  })
  .check(z.describe('It has the fields of its type.'), z.meta({ id: 'AlertCondition' }));

export const Alert = z
  .object({
    alertId: id('alert'),
    name: textUpTo(longestName),
    webhookId: textUpTo(longestId),
    timezone: textUpTo(longestZone),
    isEnabled: z
      .boolean()
      .check(z.describe('Whether it fires. The deletion of its webhook switches it off.')),
    condition: AlertCondition,
    author,
    createdAt: timestamp,
    updatedAt: timestamp,
    updatedBy,
  })
  .check(z.meta({ id: 'Alert' }));
export type Alert = z.infer<typeof Alert>;

export const AlertList = listOf(Alert, 'AlertList');

const settable = {
  name: nameUpTo(longestName),
  webhookId: idInput().check(z.describe('The webhook that it is sent to.')),
  timezone: timeZone,
  condition: AlertConditionInput,
};

export const AlertCreate = z
  .strictObject({ ...settable, timezone: z._default(timeZone, 'UTC') })
  .check(z.meta({ id: 'AlertCreate' }));
export type AlertCreate = z.infer<typeof AlertCreate>;

/** An alert that is not saved. What it is called, and to whom it is sent, changes nothing in a preview. */
export const AlertPreviewInput = z
  .strictObject({
    ...AlertCreate.shape,
    name: z.optional(settable.name),
    webhookId: z.optional(settable.webhookId),
  })
  .check(z.meta({ id: 'AlertPreviewInput' }));
export type AlertPreviewInput = z.infer<typeof AlertPreviewInput>;

export const AlertUpdate = z
  .strictObject({
    name: z.optional(settable.name),
    webhookId: z.optional(settable.webhookId),
    timezone: z.optional(settable.timezone),
    condition: z.optional(settable.condition).check(z.describe('The whole condition.')),
    isEnabled: z
      .optional(z.boolean())
      .check(z.describe('False switches it off. True switches it on: for what happens from then on.')),
  })
  .check(z.meta({ id: 'AlertUpdate' }));
export type AlertUpdate = z.infer<typeof AlertUpdate>;

export const AlertDeleted = z
  .object({ alertId: id('alert'), deletedAt: timestamp })
  .check(z.meta({ id: 'AlertDeleted' }));
export type AlertDeleted = z.infer<typeof AlertDeleted>;
