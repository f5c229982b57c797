import { UserError } from '../lib/settings.ts';

/** Records of the demo data that addresses name. */
export interface DemoIds {
  accountId: string;
  pageId: string;
  /** Of the page, with a live version and a draft. */
  audienceId: string;
  personId: string;
  pageLinkId: string;
  topicId: string;
  apiKeyId: string;
  /** Of a visit of the page with a campaign, a form, a conversion and a person. */
  visitId: string;
}

/** An address of the console that is looked at: by axe in both themes, at 360 px, and by npm run screenshots. */
export interface ConsoleAddress {
  /** The name of the screenshot. */
  name: string;
  /** The fragment. */
  at: (of: DemoIds) => string;
  /** The heading that is there when the screen is. */
  heading: string;
}

/** The home page of the demo. */
const homeTitle = 'Trailmark: know who walks in';

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
  { name: 'persons', at: () => '#/persons', heading: 'Persons' },
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
];

/** Finds the records in a service with demo data. Throws UserError without them. */
export async function demoIds(address: string, key: string): Promise<DemoIds> {
  const first = async (
    route: string,
    name: string,
    is: (item: Record<string, string>) => boolean = () => true,
  ): Promise<string> => {
    const response = await fetch(`${address}/v0/${route}`, { headers: { 'x-api-key': key } }).catch(() => {
      throw new UserError(
        `nothing answers at ${address}: run npm start first, with the same PORT and STATE_DIR.`,
      );
    });
    if (!response.ok) throw new UserError(`${route} answers ${response.status}: ${await response.text()}`);
    const { items } = (await response.json()) as { items: Record<string, string>[] };
    const id = items.findLast(is)?.[name];
    if (!id) throw new UserError(`${route} answers no ${name} of the demo.`);
    return id;
  };
  const [accountId, pageId, personId, pageLinkId, topicId, apiKeyId] = await Promise.all([
    first('accounts?limit=100', 'accountId'),
    first('pages?limit=100', 'pageId', ({ title }) => title === homeTitle),
    first('persons/search?query=zoe', 'personId'),
    first('page_links/search?limit=1', 'pageLinkId'),
    first('topics?limit=1', 'topicId'),
    first('api_keys', 'apiKeyId'),
  ]);
  const [audienceId, visitId] = await Promise.all([
    first(
      `pages/${pageId}/audiences?limit=100`,
      'audienceId',
      ({ effectiveName }) => effectiveName === 'Logistics',
    ),
    first(
      `pages/${pageId}/audience_sessions?hasFormSubmit=true&hasConversion=true&limit=50`,
      'analyticsSessionId',
      ({ personId: sender, utmCampaign }) => Boolean(sender && utmCampaign),
    ),
  ]);
  return { accountId, pageId, audienceId, personId, pageLinkId, topicId, apiKeyId, visitId };
}
