/** The address of each screen, after `#`. */
export const paths = {
  overview: '/',
  pages: '/pages',
  page: '/pages/:pageId',
  audience: '/pages/:pageId/audiences/:audienceId',
  persons: '/persons',
  accounts: '/accounts',
  links: '/links',
  topics: '/topics',
  settings: '/settings',
} as const;

export type Screen = keyof typeof paths;

/** A screen whose address names no record. */
type NavigationScreen = Exclude<Screen, 'page' | 'audience'>;

/** The entries of the navigation, with the second key of `g …`. */
export const navigation: { screen: NavigationScreen; label: string; key: string }[] = [
  { screen: 'overview', label: 'Overview', key: 'o' },
  { screen: 'pages', label: 'Pages', key: 'p' },
  { screen: 'persons', label: 'Persons', key: 'e' },
  { screen: 'accounts', label: 'Accounts', key: 'a' },
  { screen: 'links', label: 'Links', key: 'l' },
  { screen: 'topics', label: 'Topics', key: 't' },
  { screen: 'settings', label: 'Settings', key: 's' },
];
