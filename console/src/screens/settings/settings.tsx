import { ScreenHead } from '../../kit/screen-head.tsx';
import { Tabs, useTab } from '../../kit/tabs.tsx';
import { Domains } from './domains.tsx';
import { Keys } from './keys.tsx';
import { ShareLinks } from './share-links.tsx';

const parts = [
  { id: 'keys', label: 'Keys' },
  { id: 'share-links', label: 'Share links' },
  { id: 'domains', label: 'Domains' },
] as const;

/** Who may use this service, and on which domains are links? */
export function Settings() {
  const part = useTab(parts, 'part');
  return (
    <>
      <ScreenHead title="Settings" question="Who may use Footfall, and which domains have links?" />
      <Tabs label="Settings" tabs={parts} param="part" />
      {part === 'keys' && <Keys />}
      {part === 'share-links' && <ShareLinks />}
      {part === 'domains' && <Domains />}
    </>
  );
}
