import { type DemoIds, homeTitle, testedName } from './demo-ids.ts';

/** An address of the console that is looked at: by axe in both themes, at 360 px, and by npm run screenshots. */
export interface ConsoleAddress {
  /** The name of the screenshot. */
  name: string;
  /** The fragment. */
  at: (of: DemoIds) => string;
  /** The heading that is there when the screen is. */
  heading: string;
}

/** Every screen of the console, and every record that opens at the side. */
export const consoleAddresses: ConsoleAddress[] = [
  { name: 'overview', at: () => '#/', heading: 'Overview' },
  { name: 'overview-two', at: () => '#/?range=90d&and=time', heading: 'Overview' },
  { name: 'overview-people', at: () => '#/?range=7d&who=people', heading: 'Overview' },
  { name: 'overview-share', at: () => '#/?range=7d&new=share-link', heading: 'Overview' },
  { name: 'overview-note', at: () => '#/?range=90d&new=note', heading: 'Overview' },
  { name: 'overview-view', at: () => '#/?range=7d&new=view', heading: 'Overview' },
  { name: 'overview-left-out', at: () => '#/?few=why', heading: 'Overview' },
  { name: 'visits', at: () => '#/visits?range=7d', heading: 'Visits' },
  { name: 'accounts', at: () => '#/accounts', heading: 'Accounts' },
  { name: 'accounts-all', at: () => '#/accounts?list=all', heading: 'Accounts' },
  { name: 'start', at: () => '#/start', heading: 'Show me how' },
  { name: 'parts', at: () => '#/parts', heading: 'Parts' },
  { name: 'pages', at: () => '#/pages', heading: 'Pages' },
  { name: 'page', at: ({ pageId }) => `#/pages/${pageId}`, heading: homeTitle },
  {
    name: 'page-filtered',
    at: ({ pageId }) => `#/pages/${pageId}?referrer=google.com&few=why`,
    heading: homeTitle,
  },
  { name: 'page-audiences', at: ({ pageId }) => `#/pages/${pageId}?view=audiences`, heading: homeTitle },
  {
    name: 'page-visits',
    at: ({ pageId }) => `#/pages/${pageId}?view=sessions&hasConversion=true`,
    heading: homeTitle,
  },
  { name: 'page-fields', at: ({ pageId }) => `#/pages/${pageId}?view=fields`, heading: homeTitle },
  {
    name: 'page-field-new',
    at: ({ pageId }) => `#/pages/${pageId}?view=fields&new=field`,
    heading: homeTitle,
  },
  { name: 'page-campaigns', at: ({ pageId }) => `#/pages/${pageId}?view=campaigns`, heading: homeTitle },
  {
    name: 'campaign-new',
    at: ({ pageId }) => `#/pages/${pageId}?view=campaigns&new=campaign`,
    heading: homeTitle,
  },
  { name: 'page-history', at: ({ pageId }) => `#/pages/${pageId}?view=history`, heading: homeTitle },
  {
    name: 'visit',
    at: ({ pageId, visitId }) => `#/pages/${pageId}?view=sessions&range=90d&open=visit:${pageId}:${visitId}`,
    heading: homeTitle,
  },
  { name: 'account', at: ({ accountId }) => `#/accounts?open=${accountId}`, heading: 'Accounts' },
  {
    name: 'account-pages',
    at: ({ accountId }) => `#/accounts?open=${accountId}&tab=pages`,
    heading: 'Accounts',
  },
  {
    name: 'account-timeline',
    at: ({ accountId }) => `#/accounts?open=${accountId}&tab=timeline`,
    heading: 'Accounts',
  },
  {
    name: 'account-history',
    at: ({ accountId }) => `#/accounts?open=${accountId}&tab=history`,
    heading: 'Accounts',
  },
  {
    name: 'account-tell',
    at: ({ accountId }) => `#/accounts?open=${accountId}&new=notify`,
    heading: 'Accounts',
  },
  {
    name: 'all-audiences',
    at: ({ pageId }) => `#/pages/${pageId}?view=audiences&list=all`,
    heading: homeTitle,
  },
  {
    name: 'audience',
    at: ({ pageId, audienceId }) => `#/pages/${pageId}/audiences/${audienceId}`,
    heading: 'Logistics',
  },
  {
    name: 'audience-edit',
    at: ({ pageId, audienceId }) => `#/pages/${pageId}/audiences/${audienceId}?edit=1`,
    heading: 'Logistics',
  },
  {
    name: 'audience-history',
    at: ({ pageId, audienceId }) => `#/pages/${pageId}/audiences/${audienceId}?beside=history`,
    heading: 'Logistics',
  },
  { name: 'audience-test', at: ({ testedAudience }) => `#/${testedAudience}`, heading: testedName },
  { name: 'persons', at: () => '#/persons', heading: 'Persons' },
  { name: 'persons-all', at: () => '#/persons?list=all', heading: 'Persons' },
  { name: 'persons-none', at: () => '#/persons?q=nobody-has-this-name', heading: 'Persons' },
  { name: 'person', at: ({ personId }) => `#/persons?q=zoe&open=${personId}`, heading: 'Persons' },
  {
    name: 'person-history',
    at: ({ personId }) => `#/persons?q=zoe&open=${personId}&tab=history`,
    heading: 'Persons',
  },
  {
    name: 'person-page',
    at: ({ personId }) => `#/persons?q=zoe&open=${personId}&new=page-for`,
    heading: 'Persons',
  },
  {
    name: 'person-erase',
    at: ({ personId }) => `#/persons?q=zoe&open=${personId}&new=erase`,
    heading: 'Persons',
  },
  { name: 'person-new', at: () => '#/persons?new=person', heading: 'Persons' },
  { name: 'person-import', at: () => '#/persons?new=import', heading: 'Persons' },
  { name: 'links', at: () => '#/links', heading: 'Links' },
  { name: 'link', at: ({ pageLinkId }) => `#/links?open=${pageLinkId}`, heading: 'Links' },
  {
    name: 'link-history',
    at: ({ pageLinkId }) => `#/links?open=${pageLinkId}&tab=history`,
    heading: 'Links',
  },
  { name: 'link-share', at: ({ pageLinkId }) => `#/links?open=${pageLinkId}&new=share`, heading: 'Links' },
  { name: 'link-new', at: () => '#/links?new=link', heading: 'Links' },
  { name: 'scheduled', at: () => '#/scheduled', heading: 'Scheduled' },
  { name: 'topics', at: () => '#/topics', heading: 'Topics' },
  { name: 'topic', at: ({ topicId }) => `#/topics?open=${topicId}`, heading: 'Topics' },
  { name: 'topic-new', at: () => '#/topics?new=topic', heading: 'Topics' },
  { name: 'keys', at: () => '#/settings', heading: 'Settings' },
  { name: 'key', at: ({ apiKeyId }) => `#/settings?open=${apiKeyId}`, heading: 'Settings' },
  {
    name: 'key-history',
    at: ({ apiKeyId }) => `#/settings?open=${apiKeyId}&tab=history`,
    heading: 'Settings',
  },
  { name: 'key-new', at: () => '#/settings?new=key', heading: 'Settings' },
  { name: 'websites', at: () => '#/settings?part=websites', heading: 'Settings' },
  { name: 'website-new', at: () => '#/settings?part=websites&new=website', heading: 'Settings' },
  { name: 'share-links', at: () => '#/settings?part=share-links', heading: 'Settings' },
  { name: 'domains', at: () => '#/settings?part=domains', heading: 'Settings' },
  { name: 'events', at: () => '#/settings?part=events', heading: 'Settings' },
  { name: 'sources', at: () => '#/settings?part=sources', heading: 'Settings' },
  {
    name: 'source',
    at: ({ sourceId }) => `#/settings?part=sources&open=${sourceId}`,
    heading: 'Settings',
  },
  {
    name: 'source-kept',
    at: ({ sourceId }) => `#/settings?part=sources&open=${sourceId}&tab=kept`,
    heading: 'Settings',
  },
  { name: 'source-new', at: () => '#/settings?part=sources&new=source', heading: 'Settings' },
  { name: 'webhooks', at: () => '#/settings?part=webhooks', heading: 'Settings' },
  {
    name: 'webhook',
    at: ({ webhookId }) => `#/settings?part=webhooks&open=${webhookId}`,
    heading: 'Settings',
  },
  { name: 'webhook-new', at: () => '#/settings?part=webhooks&new=webhook', heading: 'Settings' },
  { name: 'system', at: () => '#/settings?part=system', heading: 'Settings' },
  { name: 'alerts', at: () => '#/settings?part=alerts', heading: 'Settings' },
  { name: 'alert', at: ({ alertId }) => `#/settings?part=alerts&open=${alertId}`, heading: 'Settings' },
  { name: 'alert-new', at: () => '#/settings?part=alerts&new=alert', heading: 'Settings' },
];
