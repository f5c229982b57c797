/**
 * The screens: the address of each after `#`, and of those in the navigation the label and the key after `g`. Those with
 * `hasRange` show a range of time, or a record that does; of those with `hasFilters`, the figures can be limited to some visits.
 */
export const screens = {
  overview: { path: '/', label: 'Overview', key: 'o', hasRange: true, hasFilters: true },
  visits: { path: '/visits', hasRange: true, hasFilters: true },
  pages: { path: '/pages', label: 'Pages', key: 'p', hasRange: true, hasFilters: true },
  page: { path: '/pages/:pageId', hasRange: true, hasFilters: true },
  audience: { path: '/pages/:pageId/audiences/:audienceId', hasRange: true },
  campaign: { path: '/pages/:pageId/campaigns/:campaignId' },
  scheduled: { path: '/scheduled' },
  persons: { path: '/persons', label: 'Persons', key: 'e', hasRange: true, hasFilters: true },
  accounts: { path: '/accounts', label: 'Accounts', key: 'a', hasRange: true, hasFilters: true },
  links: { path: '/links', label: 'Links', key: 'l', hasRange: true },
  topics: { path: '/topics', label: 'Topics', key: 't' },
  settings: { path: '/settings', label: 'Settings', key: 's' },
  start: { path: '/start' },
  parts: { path: '/parts' },
} as const;

export type Screen = keyof typeof screens;

/** A screen of the navigation. Its address names no record. */
export type NavigationScreen = {
  [S in Screen]: (typeof screens)[S] extends { label: string } ? S : never;
}[Screen];

/** The entries of the navigation in their order. */
export const navigation = Object.entries(screens).flatMap(([screen, of]) =>
  'label' in of ? [{ screen: screen as NavigationScreen, ...of }] : [],
);
