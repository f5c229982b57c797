/** What visits can be broken down and filtered by: the names in requests. */
export const dimensions = [
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'referrer',
  'country',
  'device',
  'browser',
  'landingPath',
  'pageLinkId',
] as const;
export type Dimension = (typeof dimensions)[number];

/** Who came: by a form, and whom the audience was made for. */
export const visitors = ['personId', 'accountId', 'recipientPersonId', 'recipientAccountId'] as const;
export type Visitor = (typeof visitors)[number];

/** What sessions can be grouped by: a dimension, their audience, their page or who came. */
export type Grouping = Dimension | 'audienceId' | 'page' | Visitor;
