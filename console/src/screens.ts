import type { ComponentType } from 'preact';
import { lazy } from './lazy.tsx';
import type { Screen } from './router.ts';

/** The component of each screen. Its script is loaded when it is first shown. */
export const screens: Partial<Record<Screen, ComponentType>> = {
  overview: lazy(() => import('./screens/overview/overview.tsx').then((of) => of.Overview)),
  audience: lazy(() => import('./screens/audience/audience.tsx').then((of) => of.AudienceScreen)),
  pages: lazy(() => import('./screens/pages/pages.tsx').then((of) => of.Pages)),
  page: lazy(() => import('./screens/page/page.tsx').then((of) => of.Page)),
  accounts: lazy(() => import('./screens/accounts/accounts.tsx').then((of) => of.Accounts)),
  persons: lazy(() => import('./screens/persons/persons.tsx').then((of) => of.Persons)),
  links: lazy(() => import('./screens/links/links.tsx').then((of) => of.Links)),
  topics: lazy(() => import('./screens/topics/topics.tsx').then((of) => of.Topics)),
  settings: lazy(() => import('./screens/settings/settings.tsx').then((of) => of.Settings)),
};

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
type NavigationScreen = Exclude<Screen, 'page' | 'audience'>;
