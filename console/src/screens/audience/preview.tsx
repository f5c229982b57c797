import { createPreview, type Page, type PageLink, type Website } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { safeUrl, useWebsites } from '../../data/websites.ts';
import { Button } from '../../kit/button.tsx';
import { MenuButton } from '../../kit/menu-button.tsx';
import { Await, Failed, Skeleton } from '../../kit/states.tsx';
import { link } from '../../nav/router.ts';
import { type AudiencePath, pathOf } from './data.ts';
import type { PartProps } from './screen.ts';
import { ownFieldsIn, pageWords, type Shown, textIn } from './words.ts';

/** A website on the reader's own machine, which stands for any other while somebody tries it. */
const isLocal = (origin: string): boolean =>
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

const usual = 'Open the draft on my website';

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

interface OpenDraftProps extends PartProps {
  /** Only a button, among others. */
  isShort?: boolean;
}

/** Shows the draft where visitors will see it: on the website, for whoever has the address, for an hour. Saves it first. */
export function OpenDraft({ screen: { loaded, links, draft }, isShort = false }: OpenDraftProps) {
  const path = pathOf(loaded);
  const websites = useWebsites();
  const label = isShort ? 'Preview' : usual;
  const doing = draft.isDirty ? 'Save, and open the draft on my website' : usual;
  const save = async () => !draft.isDirty || (await draft.save({ isQuiet: true })) !== undefined;
  const [error, setError] = useState<unknown>();
  const { list, domains } = links;
  if (!list.items || !domains || !websites.data) return null;
  const nameOf = (id: string) => domains.find(({ tenantDomainId }) => tenantDomainId === id)?.domain;
  const addresses = draftAddresses(list.items, nameOf, websites.data);
  const open = (address: string) => {
    setError(undefined);
    openDraft(path, address, save).catch(setError);
  };
  const [only, ...others] = addresses;
  if (only === undefined) {
    if (isShort) return null;
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
    <div class={isShort ? '' : 'after'}>
      {others.length === 0 ? (
        <Button title={`${doing}: ${only}`} onClick={() => open(only)}>
          {label}
        </Button>
      ) : (
        <MenuButton class="button" label={label} title={`${doing}: choose an address`} isChosen={false}>
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
      {!isShort && (
        <p class="note muted after">
          Whoever has the address sees the draft for an hour. Your website must support{' '}
          <code>footfall_preview</code>.
        </p>
      )}
      {error !== undefined && <Failed error={error} />}
    </div>
  );
}

interface WordsProps {
  page: Page;
  shown: Shown;
}

function Words({ page, shown }: WordsProps) {
  const { title, description, actionUrl, actionFormId } = shown;
  const button = safeUrl(actionUrl);
  const own = ownFieldsIn(page, shown);
  return (
    <div class="preview stack-1 box">
      {own.map(({ id, label }) => (
        <div key={id}>
          <p class="muted small">{label}</p>
          <p class="diff-text">{textIn(shown, id) || <span class="muted">Empty</span>}</p>
        </div>
      ))}
      {own.length > 0 && <p class="muted small">Title</p>}
      <p class={own.length > 0 ? '' : 'preview-title'}>{title}</p>
      {description && <p>{description}</p>}
      {actionUrl && (
        <p class="muted">
          Button leads to{' '}
          {button ? (
            <a href={button} target="_blank" rel="noreferrer">
              {actionUrl}
            </a>
          ) : (
            actionUrl
          )}
        </p>
      )}
      {actionFormId && <p class="muted">Form {actionFormId}</p>}
    </div>
  );
}

/** What a visitor gets once the next words are published, and the way to see them on the website. */
export const NextPreview = ({ screen, next }: PartProps & { next: Shown }) => (
  <section aria-labelledby="audience-next">
    <h2 id="audience-next">What comes next</h2>
    <Words page={screen.loaded.page} shown={next} />
    {screen.mayEdit && !screen.isEditing && <OpenDraft screen={screen} />}
  </section>
);

/** What a visitor of a link gets now, as text: the published version, or the page if nothing is live. */
export function Preview({ screen: { loaded, live, tests } }: PartProps) {
  const { audience, page } = loaded;
  const version = audience.archivedAt === null ? audience.publishedVersion : null;
  return (
    <section aria-labelledby="audience-preview">
      <h2 id="audience-preview">What a visitor gets now</h2>
      {version ? (
        <Await query={live} skeleton={<Skeleton lines={3} />}>
          {(shown) => <Words page={page} shown={shown} />}
        </Await>
      ) : (
        <Words page={page} shown={pageWords(page)} />
      )}
      <p class="muted after">
        {version ? `Version ${version.versionNumber} of this audience.` : 'The page, as everyone gets it.'}{' '}
        {tests?.running && 'While the test runs, some visitors get another version of it instead. '}
        Websites may cache it for up to a minute.
      </p>
    </section>
  );
}
