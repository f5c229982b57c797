import { createPreview } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { useWebsites } from '../../data/websites.ts';
import { Button } from '../../kit/button.tsx';
import { MenuButton } from '../../kit/menu-button.tsx';
import { Failed } from '../../kit/states.tsx';
import { link } from '../../nav/router.ts';
import type { AudiencePath } from './data.ts';
import { draftAddresses, withToken } from './draft-addresses.ts';
import type { AudienceLinks } from './use-links.ts';

const label = 'Open the draft on my website';

/** Opens an address in a new tab, which gets the token once it is there: a later tab would be blocked. */
async function openDraft(path: AudiencePath, address: string): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const { token } = await ask(createPreview, { path, body: {} });
    if (!tab) throw new Error('The browser did not open a tab. Allow pop-ups for this page, and try again.');
    // A tab begins with a copy of what its opener keeps: the key of the console.
    tab.sessionStorage.clear();
    tab.opener = null;
    tab.location.replace(withToken(address, token));
  } catch (error) {
    tab?.close();
    throw error;
  }
}

export interface OpenDraftProps {
  path: AudiencePath;
  links: AudienceLinks;
}

/** Shows the draft where visitors will see it: on the website, for whoever has the address, for an hour. */
export function OpenDraft({ path, links }: OpenDraftProps) {
  const websites = useWebsites();
  const [error, setError] = useState<unknown>();
  const { list, domains } = links;
  if (!list.items || !domains || !websites.data) return null;
  const nameOf = (id: string) => domains.find(({ tenantDomainId }) => tenantDomainId === id)?.domain;
  const addresses = draftAddresses(list.items, nameOf, websites.data);
  const open = (address: string) => {
    setError(undefined);
    openDraft(path, address).catch(setError);
  };
  const [only, ...others] = addresses;
  if (only === undefined) {
    return (
      <p class="note muted">
        {list.items.length === 0
          ? 'To see it on your website, create a link first.'
          : 'To see it on your website, '}
        {list.items.length > 0 && <a href={link('settings', {}, { part: 'websites' })}>allow the website</a>}
      </p>
    );
  }
  return (
    <div class="after">
      {others.length === 0 ? (
        <Button title={only} onClick={() => open(only)}>
          {label}
        </Button>
      ) : (
        <MenuButton class="button" label={label} title="Choose an address" isChosen={false}>
          {(close) =>
            addresses.map((address) => (
              <Button
                key={address}
                kind="item"
                onClick={() => {
                  close();
                  open(address);
                }}
              >
                {address}
              </Button>
            ))
          }
        </MenuButton>
      )}
      <p class="note muted after">
        Whoever has the address sees the draft for an hour. Your website must support{' '}
        <code>footfall_preview</code>.
      </p>
      {error !== undefined && <Failed error={error} />}
    </div>
  );
}
