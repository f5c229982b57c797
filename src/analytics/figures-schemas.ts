import * as z from 'zod/mini';
import { closedDateRange, dateRange, zone } from '../http/date-range.ts';
import { count, id, idFilter, textUpTo, timestamp } from '../http/schemas.ts';
import { enoughSessions } from '../lib/chance.ts';
import { countAt, figures as declared, type FigureName, figureNames } from '../vocabulary/measures.ts';

// What all answers of the analytics share.

/** The schema of a figure. */
const figureOf = ({ kind, place, of, max, description }: (typeof declared)[FigureName]) => {
  if (kind === 'count') return description === undefined ? count : count.check(z.describe(description));
  const rule = description ?? `${countAt(place)} of ${countAt(of)}.`;
  const most = kind === 'rate' ? 1 : max;
  const meta = z.meta({ format: 'double', description: rule });
  return z.number().check(z.minimum(0), ...(most === undefined ? [] : [z.maximum(most)]), meta);
};

/** The numbers of every answer. */
export const figures = Object.fromEntries(
  figureNames.map((name) => [name, figureOf(declared[name])]),
) as Record<FigureName, z.ZodMiniNumber>;
export const Figures = z.object(figures).check(z.meta({ id: 'AnalyticsFigures' }));

/** A number to sort by, ascending; with a minus descending. */
export type Sort = FigureName | `-${FigureName}`;
/** Names to sort by, each ascending and descending. */
export const sortsOf = <Name extends string>(names: readonly Name[]) =>
  z.enum(names.flatMap((name): (Name | `-${Name}`)[] => [name, `-${name}`]));
export const sort = z
  .optional(sortsOf(figureNames))
  .check(z.describe('The number to sort items by; with `-`, the largest first.'));
export const other = z
  .nullable(Figures)
  .check(z.describe('All visits of the range that are in no item; null if there are none.'));
const comparedAudience = z
  .object({
    audienceId: id('audience'),
    name: textUpTo(300),
    totalSessions: count,
    conversionCount: count,
  })
  .check(z.meta({ id: 'ComparedAudience' }));
/** Which audience of a page converts best, as answers say it. */
export const comparison = z
  .nullable(
    z
      .object({
        pageId: id('page'),
        pageName: textUpTo(2048).check(z.describe('Its title, or else its URL.')),
        first: comparedAudience,
        against: comparedAudience,
        comparedCount: count.check(z.describe('How many audiences were compared.')),
        pValue: z.number().check(
          z.minimum(0),
          z.maximum(1),
          z.meta({
            format: 'double',
            description:
              "How likely chance alone makes such a difference: Fisher's exact test, two-sided, between `first` and each of the others, adjusted by Holm; the largest of them.",
          }),
        ),
        isMoreThanChance: z
          .boolean()
          .check(
            z.describe(
              '`pValue` is 0.05 or less: `first` converts best. Otherwise it is too close to call. Of many ranges that are looked at, some find a best one by chance.',
            ),
          ),
        startDate: z
          .nullable(timestamp)
          .check(z.describe('The range that it is about; null without a bound.')),
        endDate: z.nullable(timestamp),
      })
      .check(
        z.meta({
          id: 'AudienceComparison',
          description:
            '`first` has the highest conversion rate, `against` is the audience that it differs from least certainly.',
        }),
      ),
  )
  .check(
    z.describe(
      `Of the audiences of one page with ${enoughSessions} visits or more that are not made for one person: which converts best. Null if there are fewer than two, or none has converted.`,
    ),
  );
export type AudienceComparison = z.infer<typeof comparison>;
export const unlisted = z
  .nullable(Figures)
  .check(z.describe('All visits of the range that are in no item of any page; null if there are none.'));
export const wholeDaysBefore = z
  .optional(timestamp)
  .check(
    z.describe(
      'Visits before this moment are known by whole days (UTC): a range or a step has all of such a day, or nothing of it. Absent if neither the range nor a compared one has any.',
    ),
  );
export const manyItems = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.maxLength(1_000_000));

const started = 'Sessions that started';
export const range = { ...dateRange(started), ...zone };
export const closedRange = { ...closedDateRange(started), ...zone };
export const compared = z
  .optional(Figures)
  .check(z.describe('The same of the compared range. Only with `compareStartDate`.'));
/** Asks for the name of each item. */
export const names = z
  .optional(z.enum(['true', 'false']))
  .check(z.describe('`true`: each item has the `name` of what it is about. One more round trip.'));
export const name = z
  .optional(textUpTo(2048))
  .check(z.describe('Only with `names=true`. Absent if there is no record with this id any more.'));
export const audienceId = idFilter('Visits of this audience.');
