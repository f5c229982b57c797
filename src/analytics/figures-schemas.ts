import * as z from 'zod/mini';
import { closedDateRange, dateRange, zone } from '../http/date-range.ts';
import { described, object } from '../http/described.ts';
import { count, id, idFilter, textUpTo, timestamp } from '../http/schemas.ts';
import { enoughSessions } from '../lib/chance.ts';
import { each } from '../lib/each.ts';
import { countAt, figures as declared, type FigureName, figureNames } from '../vocabulary/measures.ts';

// What all answers of the analytics share.

/** The schema of a figure. */
const figureOf = ({ kind, place, of, max, description }: (typeof declared)[FigureName]) => {
  if (kind === 'count') return description === undefined ? count : described(count, description);
  const rule = description ?? `${countAt(place)} of ${countAt(of)}.`;
  const most = kind === 'rate' ? 1 : max;
  const meta = z.meta({ format: 'double', description: rule });
  return z.number().check(z.minimum(0), ...(most === undefined ? [] : [z.maximum(most)]), meta);
};

/** The numbers of every answer. */
export const figures = each(figureNames, (name) => figureOf(declared[name]));
export const Figures = object('AnalyticsFigures', figures);

/** A number to sort by, ascending; with a minus descending. */
export type Sort = FigureName | `-${FigureName}`;
/** Names to sort by, each ascending and descending. */
export const sortsOf = <Name extends string>(names: readonly Name[]) =>
  z.enum(names.flatMap((name): (Name | `-${Name}`)[] => [name, `-${name}`]));
export const sort = described(
  z.optional(sortsOf(figureNames)),
  'The number to sort items by; with `-`, the largest first.',
);
export const other = described(
  z.nullable(Figures),
  'All visits of the range that are in no item; null if there are none.',
);
const comparedAudience = object('ComparedAudience', {
  audienceId: id('audience'),
  name: textUpTo(300),
  totalSessions: count,
  conversionCount: count,
});
/** Which audience of a page converts best, as answers say it. */
export const comparison = described(
  z.nullable(
    z
      .object({
        pageId: id('page'),
        pageName: described(textUpTo(2048), 'Its title, or else its URL.'),
        first: comparedAudience,
        against: comparedAudience,
        comparedCount: described(count, 'How many audiences were compared.'),
        pValue: z.number().check(
          z.minimum(0),
          z.maximum(1),
          z.meta({
            format: 'double',
            description:
              "How likely chance alone makes such a difference: Fisher's exact test, two-sided, between `first` and each of the others, adjusted by Holm; the largest of them.",
          }),
        ),
        isMoreThanChance: described(
          z.boolean(),
          '`pValue` is 0.05 or less: `first` converts best. Otherwise it is too close to call. Of many ranges that are looked at, some find a best one by chance.',
        ),
        startDate: described(z.nullable(timestamp), 'The range that it is about; null without a bound.'),
        endDate: z.nullable(timestamp),
      })
      .check(
        z.meta({
          id: 'AudienceComparison',
          description:
            '`first` has the highest conversion rate, `against` is the audience that it differs from least certainly.',
        }),
      ),
  ),
  `Of the audiences of one page with ${enoughSessions} visits or more that are not made for one person: which converts best. Null if there are fewer than two, or none has converted.`,
);
export type AudienceComparison = z.infer<typeof comparison>;
export const unlisted = described(
  z.nullable(Figures),
  'All visits of the range that are in no item of any page; null if there are none.',
);
export const wholeDaysBefore = described(
  z.optional(timestamp),
  'Visits before this moment are known by whole days (UTC): a range or a step has all of such a day, or nothing of it. Absent if neither the range nor a compared one has any.',
);
export const manyItems = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.maxLength(1_000_000));

const started = 'Sessions that started';
export const range = { ...dateRange(started), ...zone };
export const closedRange = { ...closedDateRange(started), ...zone };
export const compared = described(
  z.optional(Figures),
  'The same of the compared range. Only with `compareStartDate`.',
);
/** Asks for the name of each item. */
export const names = described(
  z.optional(z.enum(['true', 'false'])),
  '`true`: each item has the `name` of what it is about. One more round trip.',
);
export const name = described(
  z.optional(textUpTo(2048)),
  'Only with `names=true`. Absent if there is no record with this id any more.',
);
export const audienceId = idFilter('Visits of this audience.');
