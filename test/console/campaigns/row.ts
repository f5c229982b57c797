import type { CampaignRow } from '@footfall/client';

/** A row of a campaign, as the service answers it. */
export const campaignRow = (fields: Partial<CampaignRow>): CampaignRow => ({
  personId: 'person_1',
  personName: 'Zoë Bauer',
  audienceId: 'audience_1',
  pageLinkId: 'page_link_1',
  path: '/for/zoe',
  url: 'https://www.example.com/for/zoe',
  isLinkDeleted: false,
  columns: {},
  status: 'published',
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
  ...fields,
});
