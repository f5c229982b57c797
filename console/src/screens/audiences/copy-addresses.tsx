import { type Audience, listAudiencePageLinks } from '@footfall/client';
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { allOf } from '../../data/at-most.ts';
import { useDomains, wholeAddress } from '../../data/domains.ts';
import { usePagesById } from '../../data/pages.ts';
import { useQuery } from '../../data/query.ts';
import { namesIn } from '../../kit/bulk-action.ts';
import { Button, CopyButton } from '../../kit/button.tsx';
import { CheckField } from '../../kit/check-field.tsx';
import { Dialog } from '../../kit/form.tsx';
import { Await } from '../../kit/states.tsx';
import { number, plural } from '../../lib/format.ts';

/** So many lists of links are asked for at a time. */
const together = 4;

/** The link of each audience that is given away: one with a domain if there is one. Throws what fails first. */
async function givenLinks(audiences: Audience[], signal: AbortSignal, onProgress: (count: number) => void) {
  let settled = 0;
  const given = await allOf(together, audiences, async ({ pageId, audienceId }) => {
    const path = { page_id: pageId, audience_id: audienceId };
    const { items } = await ask(listAudiencePageLinks, { path, query: { limit: 20 }, signal });
    settled += 1;
    onProgress(settled);
    const link = items.find(({ tenantDomainId }) => tenantDomainId !== null) ?? items[0];
    return link ? [[audienceId, link] as const] : [];
  });
  return new Map(given.flat());
}

/** The addresses of audiences to take along, one a line, and the audiences that have none. */
export function CopyAddresses({ audiences, onClose }: { audiences: Audience[]; onClose: () => void }) {
  const [settled, setSettled] = useState(0);
  const [hasNames, setNames] = useState(false);
  const domains = useDomains();
  const pages = usePagesById([...new Set(audiences.map(({ pageId }) => pageId))]);
  const ids = audiences.map(({ audienceId }) => audienceId);
  const links = useQuery(['audience-links', 'given', ids], (signal) =>
    givenLinks(audiences, signal, setSettled),
  );
  useEffect(() => setSettled(0), [links.error]);
  const failed = links.error === undefined ? domains : links;
  // Links without a domain are on the website of their page.
  const data = domains.data && !pages.isLoading ? links.data : undefined;
  const lines = audiences.flatMap(({ pageId, audienceId, effectiveName }) => {
    const link = data?.get(audienceId);
    if (!link) return [];
    const address = wholeAddress(link, domains.data, pages.data?.get(pageId));
    return hasNames ? `${effectiveName}\t${address}` : address;
  });
  const without = data ? audiences.filter(({ audienceId }) => !data.has(audienceId)) : [];
  return (
    <Dialog
      title={`Links of ${plural(audiences.length, 'audience')}`}
      class="dialog-wide"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {lines.length > 0 && (
            <CopyButton
              text={lines.join('\n')}
              label={`Copy ${plural(lines.length, 'link')}`}
              what={lines.length === 1 ? 'link' : 'links'}
              isButton
            />
          )}
        </>
      }
    >
      <Await
        query={{ ...failed, data, isLoading: links.isLoading || domains.isLoading || pages.isLoading }}
        skeleton={
          <p class="muted" role="status">
            {number(settled)} of {number(audiences.length)} found …
          </p>
        }
      >
        {() => (
          <div class="stack">
            {lines.length > 0 && (
              <>
                <textarea
                  readOnly
                  rows={Math.min(lines.length, 8)}
                  aria-label="Links"
                  value={lines.join('\n')}
                />
                <CheckField label="With the names of the audiences" name="names" onChange={setNames} />
              </>
            )}
            {without.length > 0 && (
              <p>
                <b>No link leads to:</b> {namesIn(without.map(({ effectiveName }) => effectiveName))}
              </p>
            )}
          </div>
        )}
      </Await>
    </Dialog>
  );
}
