import { createPreview, type PageLink, type Website } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { useWebsites } from '../../data/websites.ts';
import { Button } from '../../kit/button.tsx';
import { MenuButton } from '../../kit/menu-button.tsx';
import { Failed } from '../../kit/states.tsx';
import { link } from '../../nav/router.ts';
import { type AudiencePath, pathOf } from './data.ts';
import type { AudienceScreenState, PartProps } from './screen.ts';

/** A website on the reader's own machine, which stands for any other while somebody tries it. */
export const isLocal = (origin: string): boolean =>
  /^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(new URL(origin).hostname);

/**
 * Where a website may show the words of an audience: each link on its domain. A link without one is on each allowed
 * website, and on a local one is every link.
 */
export function draftAddresses(
  links: Pick<PageLink, 'path' | 'tenantDomainId'>[],
  domainOf: (tenantDomainId: string) => string | undefined,
  websites: Pick<Website, 'origin'>[],
): string[] {
  const addresses = links.flatMap(({ path, tenantDomainId }) => {
    const domain = tenantDomainId === null ? undefined : domainOf(tenantDomainId);
    const origins = websites.map(({ origin }) => origin);
    return [
      ...origins.filter((origin) => tenantDomainId === null || isLocal(origin)),
      ...(domain === undefined ? [] : [`https://${domain}`]),
    ].map((origin) => `${origin}${path}`);
  });
  return [...new Set(addresses)];
}

/** The parameter with which a website shows a draft: docs/developers/website.md. */
const parameter = 'footfall_preview';

/** The address that shows a draft. */
export const withToken = (address: string, token: string): string => `${address}?${parameter}=${token}`;

const usual = 'Open the draft in a new tab';

/** An empty tab that knows nothing of this one. Undefined if the browser opens none. */
function emptyTab(): Window | undefined {
  const tab = window.open('', '_blank');
  if (!tab) return undefined;
  // A tab begins with a copy of what its opener keeps: the key of the console.
  tab.sessionStorage.clear();
  tab.opener = null;
  tab.document.title = 'Preview';
  tab.document.body.textContent = 'Saving the draft …';
  return tab;
}

/**
 * Opens an address in a new tab. The tab comes with the click, and gets the address once the draft is saved: browsers block a
 * tab that opens some seconds after a click. `save` says whether what is written is saved.
 */
async function openDraft(path: AudiencePath, address: string, save: () => Promise<boolean>): Promise<void> {
  const tab = emptyTab();
  try {
    if (!(await save())) {
      tab?.close();
      return;
    }
    const { token } = await ask(createPreview, { path, body: {} });
    if (!tab) throw new Error('The browser did not open a tab. Allow pop-ups for this page, and try again.');
    tab.location.replace(withToken(address, token));
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/** Where the website shows the words of an audience: first at the most used link. Undefined while that is not known. */
export function useDraftAddresses({ links: { list, domains } }: AudienceScreenState): string[] | undefined {
  const websites = useWebsites();
  if (!list.items || !domains || !websites.data) return undefined;
  const nameOf = (id: string) => domains.find(({ tenantDomainId }) => tenantDomainId === id)?.domain;
  return draftAddresses(list.items, nameOf, websites.data);
}

/** Says what is missing before an audience can be seen on the website. */
export const NotOnWebsite = ({ screen: { links } }: PartProps) => (
  <p class="note muted">
    {links.isLinked ? (
      <>
        To see it on your website, <a href={link('settings', {}, { part: 'websites' })}>allow the website</a>
      </>
    ) : (
      'To see it on your website, create a link first.'
    )}
  </p>
);

interface OpenDraftProps extends PartProps {
  /** Only a button, among others. */
  isShort?: boolean;
}

/** Shows the draft where visitors will see it: on the website, for whoever has the address, for an hour. Saves it first. */
export function OpenDraft({ screen, isShort = false }: OpenDraftProps) {
  const { loaded, draft } = screen;
  const path = pathOf(loaded);
  const label = isShort ? 'Preview' : usual;
  const doing = draft.isDirty ? 'Save, and open the draft in a new tab' : usual;
  const save = async () => !draft.isDirty || (await draft.save({ isQuiet: true })) !== undefined;
  const [error, setError] = useState<unknown>();
  const addresses = useDraftAddresses(screen);
  const open = (address: string) => {
    setError(undefined);
    openDraft(path, address, save).catch(setError);
  };
  const [only, ...others] = addresses ?? [];
  if (only === undefined) return null;
  return (
    <>
      {others.length === 0 ? (
        <Button title={`${doing}: ${only}`} onClick={() => open(only)}>
          {label}
        </Button>
      ) : (
        <MenuButton class="button" label={label} title={`${doing}: choose an address`} isChosen={false}>
          {(close) =>
            addresses?.map((address) => (
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
      {error !== undefined && <Failed error={error} />}
    </>
  );
}
