import { version } from '../../../../src/vocabulary/version.ts';
import { lazy } from '../../kit/lazy.tsx';
import { Tabs, useTab } from '../../kit/pills.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { Domains } from './domains.tsx';
import { Events } from './events.tsx';
import { Keys } from './keys.tsx';
import { ShareLinks } from './share-links.tsx';
import { Websites } from './websites.tsx';

const Sources = lazy(() => import('../sources/sources.tsx').then((of) => of.Sources));
const Webhooks = lazy(() => import('../webhooks/webhooks.tsx').then((of) => of.Webhooks));
const SystemPart = lazy(() => import('./system.tsx').then((of) => of.SystemPart));
const Alerts = lazy(() => import('../alerts/alerts.tsx').then((of) => of.Alerts));

const parts = [
  { id: 'keys', label: 'Keys' },
  { id: 'share-links', label: 'Share links' },
  { id: 'websites', label: 'Websites' },
  { id: 'domains', label: 'Domains' },
  { id: 'events', label: 'Events' },
  { id: 'sources', label: 'Sources' },
  { id: 'webhooks', label: 'Webhooks' },
  { id: 'alerts', label: 'Alerts' },
  { id: 'system', label: 'System' },
] as const;

/** The part of each tab. */
const views = {
  keys: Keys,
  'share-links': ShareLinks,
  websites: Websites,
  domains: Domains,
  events: Events,
  sources: Sources,
  webhooks: Webhooks,
  alerts: Alerts,
  system: SystemPart,
};

/** Who may use this service, which websites may send visits, on which domains are links, which services send what happened, what is kept of it, and who is notified? */
export function Settings() {
  const part = useTab(parts, 'part');
  const Part = views[part ?? 'keys'];
  return (
    <>
      <ScreenHead
        title="Settings"
        question="Who may use Footfall, which websites send visits, which domains have links, what is saved, which services send, and who is notified?"
      />
      <div class="settings">
        <Tabs label="Settings" tabs={parts} param="part" />
        <Part />
        <p class="note muted below-table">Footfall {version}</p>
      </div>
    </>
  );
}
