import type { ComponentType } from 'preact';
import { lazy } from './kit/lazy.tsx';
import type { RecordKind } from './nav/router.ts';
import type { Screen } from './nav/screens.ts';

/** The component of each screen. Its script is loaded when it is first shown. */
export const screens: Record<Screen, ComponentType> = {
  overview: lazy(() => import('./screens/overview/overview.tsx').then((of) => of.Overview)),
  visits: lazy(() => import('./screens/sessions/sessions.tsx').then((of) => of.Visits)),
  audience: lazy(() => import('./screens/audience/audience.tsx').then((of) => of.AudienceScreen)),
  campaign: lazy(() => import('./screens/campaigns/campaign.tsx').then((of) => of.CampaignScreen)),
  scheduled: lazy(() => import('./screens/scheduled/scheduled.tsx').then((of) => of.Scheduled)),
  pages: lazy(() => import('./screens/pages/pages.tsx').then((of) => of.Pages)),
  page: lazy(() => import('./screens/page/page.tsx').then((of) => of.Page)),
  accounts: lazy(() => import('./screens/accounts/accounts.tsx').then((of) => of.Accounts)),
  persons: lazy(() => import('./screens/persons/persons.tsx').then((of) => of.Persons)),
  links: lazy(() => import('./screens/links/links.tsx').then((of) => of.Links)),
  topics: lazy(() => import('./screens/topics/topics.tsx').then((of) => of.Topics)),
  settings: lazy(() => import('./screens/settings/settings.tsx').then((of) => of.Settings)),
  start: lazy(() => import('./screens/start/start.tsx').then((of) => of.Start)),
  parts: lazy(() => import('./screens/parts/parts.tsx').then((of) => of.Parts)),
};

/** What shows a record at the side. */
export const recordViews: Record<RecordKind, ComponentType<{ id: string }>> = {
  account: lazy(() => import('./screens/accounts/account.tsx').then((of) => of.AccountRecord)),
  person: lazy(() => import('./screens/persons/person.tsx').then((of) => of.PersonRecord)),
  page_link: lazy(() => import('./screens/links/link.tsx').then((of) => of.LinkRecord)),
  topic: lazy(() => import('./screens/topics/topic.tsx').then((of) => of.TopicRecord)),
  api_key: lazy(() => import('./screens/settings/key.tsx').then((of) => of.KeyRecord)),
  source: lazy(() => import('./screens/sources/source.tsx').then((of) => of.SourceRecord)),
  webhook: lazy(() => import('./screens/webhooks/webhook.tsx').then((of) => of.WebhookRecord)),
  alert: lazy(() => import('./screens/alerts/alert.tsx').then((of) => of.AlertRecord)),
  visit: lazy(() => import('./screens/sessions/visit.tsx').then((of) => of.VisitRecord)),
};
