import * as z from 'zod/mini';
import { Figures } from '../../analytics/figures-schemas.ts';
import { described } from '../../http/described.ts';
import { CampaignResults } from '../../visits/campaigns/result-schemas.ts';
import { CampaignList, CampaignRowList } from '../../visits/campaigns/schemas.ts';
import { fields, items } from './fields.ts';

// What tools return of campaigns.

export const campaignList = items(CampaignList, ['campaignId', 'name', 'rowsCount'], {
  columns: z.array(z.string()),
});

const { value } = CampaignResults.shape.values.def.element.shape;
const outcome = {
  rows: z.int(),
  opened: z.int(),
  engaged: described(z.int(), 'With a visit that is no bounce.'),
  converted: z.int(),
};

export const campaignResults = z.object({
  total: z.object(outcome),
  values: z.array(z.object({ value, ...outcome })),
  unlisted: described(z.int(), 'More values.'),
  rows: z.object({
    ...fields(CampaignRowList, ['hasMore', 'nextCursor']).shape,
    items: z.array(
      z.object({
        ...fields(CampaignRowList.shape.items.def.element, ['personId', 'personName', 'url']).shape,
        visits: z.optional(fields(Figures, ['totalSessions', 'conversionCount', 'avgTimeSpentSeconds'])),
      }),
    ),
  }),
});
