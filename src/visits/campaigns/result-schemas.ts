import * as z from 'zod/mini';
import { Figures, wholeDaysBefore } from '../../analytics/figures-schemas.ts';
import { dateRange, ranged } from '../../http/date-range.ts';
import { described, object } from '../../http/described.ts';
import { count, text, textUpTo } from '../../http/schemas.ts';
import { longestColumn } from '../../lib/template.ts';
import { longestValue, mostValues } from './limits.ts';

const outcome = {
  rows: described(count, 'The people.'),
  opened: described(count, 'Those whose link was opened.'),
  engaged: described(
    count,
    'Those with a click, a question, a form or a conversion, or with a visit of 10 seconds of engaged time, which counts once it is over.',
  ),
  converted: described(count, 'Those with a visit that converted.'),
  visits: Figures,
};

export const CampaignResultsQuery = ranged(
  z.object({
    by: described(
      z.optional(text(1, longestColumn)),
      'A column, or a field of the person such as `companyName`: the answer has an item for each of its values.',
    ),
    ...dateRange('Visits that started'),
  }),
);

export const CampaignResults = object('CampaignResults', {
  total: z.object(outcome).check(z.meta({ id: 'CampaignOutcome' })),
  values: z
    .array(
      z
        .object({
          value: described(z.nullable(textUpTo(longestValue)), 'Null for rows without one.'),
          ...outcome,
        })
        .check(z.meta({ id: 'CampaignValue' })),
    )
    .check(z.maxLength(mostValues)),
  unlisted: described(
    count,
    `How many more values there are: ${mostValues} are listed, those of the most people first.`,
  ),
  wholeDaysBefore,
});
export type CampaignResults = z.infer<typeof CampaignResults>;
