import { type Scope, session } from '../data/session.ts';
import { zoneName } from '../lib/format.ts';
import { useStore } from '../lib/store.ts';
import { setTheme } from '../lib/theme.ts';
import { zones } from '../lib/usual-zone.ts';
import { actions } from '../nav/actions.ts';
import { go, leaving, link } from '../nav/router.ts';
import { type NavigationScreen, navigation } from '../nav/screens.ts';
import { inZone } from '../nav/zone.ts';
import { signOut } from '../sign-in/sign-out.ts';
import type { Findable } from './palette-fit.ts';

/** Other words for a screen. */
const wordsOf: Record<NavigationScreen, string> = {
  overview:
    'home dashboard numbers figures statistics analytics visits visitors traffic chart countries devices',
  pages: 'landing website audiences',
  persons: 'people contacts leads customers names',
  accounts: 'companies firms organisations customers domains',
  links: 'urls addresses paths qr campaign utm share short',
  topics: 'texts facts entries knowledge',
  settings: 'preferences options configuration setup',
};

/** Where something is that has no screen of its own. */
const places: { title: string; words: string; at: () => string; scope?: Scope }[] = [
  {
    title: 'See excluded visits: bots and your own team',
    words: 'bot crawler spam scanner gateway filtered excluded missing ignored',
    at: () => link('overview', {}, { few: 'why' }),
  },
  {
    title: 'Show me how: the first steps',
    words: 'start begin getting started guide tutorial onboarding setup help checklist',
    at: () => link('start'),
  },
  {
    title: 'All visits',
    words: 'sessions list latest who came one by one',
    at: () => link('visits'),
  },
  {
    title: 'Scheduled',
    words: 'cancel stop publish publishes publishing queued waiting planned later upcoming unschedule',
    at: () => link('scheduled'),
  },
  {
    title: 'API keys',
    words: 'settings tokens access integration forms crm hubspot stripe connect developer',
    at: () => link('settings'),
    scope: 'admin',
  },
  {
    title: 'Share links',
    words: 'settings colleague report read only public',
    at: () => link('settings', {}, { part: 'share-links' }),
  },
  {
    title: 'Websites',
    words: 'settings origins allowed refused cors tracker install tag script snippet',
    at: () => link('settings', {}, { part: 'websites' }),
  },
  {
    title: 'Domains',
    words: 'settings dns host links',
    at: () => link('settings', {}, { part: 'domains' }),
  },
  {
    title: 'Events: what happened, and what is saved',
    words: 'settings history audit trail log feed who changed retention',
    at: () => link('settings', {}, { part: 'events' }),
  },
  {
    title: 'Sources: Stripe, Typeform, HubSpot',
    words:
      'settings integration connect incoming webhooks cal calendly github shopify svix clerk payments forms bookings',
    at: () => link('settings', {}, { part: 'sources' }),
  },
  {
    title: 'Webhooks: Slack, Teams, programs',
    words: 'settings notify notifications channel integration zapier n8n make deliveries',
    at: () => link('settings', {}, { part: 'webhooks' }),
    scope: 'admin',
  },
  {
    title: 'Alerts',
    words: 'settings notify notifications tell watch weekly letter report email slack',
    at: () => link('settings', {}, { part: 'alerts' }),
    scope: 'admin',
  },
  {
    title: 'System: queues, cron, errors',
    words: 'settings health status size backlog dead letter version operations',
    at: () => link('settings', {}, { part: 'system' }),
    scope: 'admin',
  },
  { title: 'New page', words: 'create add', at: () => link('pages', {}, { new: 'page' }), scope: 'write' },
  {
    title: 'New campaign',
    words:
      'create add csv upload file spreadsheet list pages people personalise personalize mail merge outreach',
    at: () => link('pages', {}, { new: 'campaign' }),
    scope: 'write',
  },
  {
    title: 'New person',
    words: 'create add contact',
    at: () => link('persons', {}, { new: 'person' }),
    scope: 'write',
  },
  {
    title: 'Import a list',
    words:
      'csv upload file spreadsheet excel crm contacts hubspot mailchimp salesforce pipedrive attio persons people companies accounts',
    at: () => link('persons', {}, { new: 'import' }),
    scope: 'write',
  },
  {
    title: 'New link',
    words: 'create add url',
    at: () => link('links', {}, { new: 'link' }),
    scope: 'write',
  },
  { title: 'New topic', words: 'create add', at: () => link('topics', {}, { new: 'topic' }), scope: 'write' },
  { title: 'New key', words: 'create add', at: () => link('settings', {}, { new: 'key' }), scope: 'admin' },
  {
    title: 'Connect a service',
    words: 'new create add source stripe typeform hubspot cal calendly github shopify webhook integration',
    at: () => link('settings', {}, { part: 'sources', new: 'source' }),
    scope: 'admin',
  },
  {
    title: 'New webhook',
    words: 'create add slack teams channel connect notify',
    at: () => link('settings', {}, { part: 'webhooks', new: 'webhook' }),
    scope: 'admin',
  },
  {
    title: 'New alert',
    words: 'create add notify tell watch slack weekly letter report',
    at: () => link('settings', {}, { part: 'alerts', new: 'alert' }),
    scope: 'admin',
  },
  {
    title: 'Create a key for a website',
    words: 'new tracker script tag',
    at: () => link('settings', {}, { new: 'website' }),
    scope: 'admin',
  },
];

const everywhere: Findable[] = [
  { title: 'Use the light theme', words: 'settings colour mode', run: () => setTheme('light') },
  { title: 'Use the dark theme', words: 'settings colour mode', run: () => setTheme('dark') },
  { title: 'Use the system theme', words: 'settings colour mode', run: () => setTheme('system') },
  {
    title: 'Read the API documentation',
    words: 'help manual developer docs openapi',
    run: () => location.assign('/docs/'),
  },
  { title: 'Sign out', words: 'log out leave end', run: () => leaving(signOut) },
];

/** Shows all times by the clocks of another zone, and keeps it. */
const zoneChoices: Findable[] = zones().map((zone) => ({
  title: `Time zone: ${zoneName(zone)}`,
  words: 'timezone clock',
  run: () => {
    go(inZone(zone));
  },
}));

/** The actions of the screen, the actions of all screens, and the places that no key leads to. */
export function useFindable(): Findable[] {
  const scopes = useStore(session)?.scopes ?? [];
  const words = new Map(navigation.map(({ screen, label }) => [`Go to ${label}`, wordsOf[screen]]));
  return [
    ...useStore(actions).map((action) => {
      const found = words.get(action.title);
      return found === undefined ? action : { ...action, words: found };
    }),
    ...places
      .filter(({ scope }) => scope === undefined || scopes.includes(scope))
      .map(({ title, words, at }) => ({ title, words, run: () => go(at()) })),
    ...everywhere,
    ...zoneChoices,
  ];
}
