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
] as const;
export type Dimension = (typeof dimensions)[number];

/** What sessions can be grouped by: a dimension, their audience or their page. */
export type Grouping = Dimension | 'audienceId' | 'page';
