/** The screens: the address of each after `#`, and of those in the navigation the label and the key after `g`. */
export const screens = {
  overview: { path: '/', label: 'Overview', key: 'o' },
  pages: { path: '/pages', label: 'Pages', key: 'p' },
  page: { path: '/pages/:pageId' },
  audience: { path: '/pages/:pageId/audiences/:audienceId' },
  persons: { path: '/persons', label: 'Persons', key: 'e' },
  accounts: { path: '/accounts', label: 'Accounts', key: 'a' },
  links: { path: '/links', label: 'Links', key: 'l' },
  topics: { path: '/topics', label: 'Topics', key: 't' },
  settings: { path: '/settings', label: 'Settings', key: 's' },
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
