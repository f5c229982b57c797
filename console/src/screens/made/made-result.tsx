import { type Audience, getAudience, type PageLink } from '@footfall/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useAnswer } from '../../data/api.ts';
import { domainOf, useDomains, wholeAddress } from '../../data/domains.ts';
import { refetch } from '../../data/query.ts';
import { CopyBlock } from '../../kit/button.tsx';
import { link as addressOf } from '../../nav/router.ts';
import { isMoving, sentenceOf } from '../audiences/state.tsx';

export interface MadeResultProps {
  audience: Audience;
  link: PageLink;
  /** The address of the page, whose website has the links without a domain. */
  pageUrl: string;
}

/** What was made: its address, which is copied, and whether its words are live, as it changes. */
export function MadeResult({ audience: made, link, pageUrl }: MadeResultProps) {
  const { pageId, audienceId } = made;
  const domains = useDomains();
  // Live, or a draft: nothing moves any more.
  const [isSettled, setSettled] = useState(false);
  const read = useAnswer(
    'made-audience',
    getAudience,
    { path: { page_id: pageId, audience_id: audienceId } },
    { every: isSettled ? undefined : 1000 },
  );
  const audience = read.data ?? made;
  if (read.data && !isMoving(read.data) && !isSettled) setSettled(true);
  useEffect(() => {
    if (isSettled) refetch();
  }, [isSettled]);
  const domain = domainOf(link, domains.data);
  const address = wholeAddress(link, domains.data, { url: pageUrl });
  const [isCopied, setCopied] = useState(false);
  // Some browsers copy only while a button is pressed: theirs is below the address.
  useEffect(() => {
    navigator.clipboard?.writeText(address).then(
      () => setCopied(true),
      () => undefined,
    );
  }, [address]);
  const block = useRef<HTMLDivElement>(null);
  useEffect(() => block.current?.querySelector('button')?.focus(), []);
  return (
    <div class="stack">
      <div ref={block}>
        <CopyBlock text={address} what="link" label="Copy the link" />
      </div>
      {isCopied && <p role="status">The link was copied.</p>}
      {domain === undefined && (
        <p class="note muted">The link has no domain: this is the website of its page.</p>
      )}
      <p role="status">{isMoving(audience) ? 'The content is being published …' : sentenceOf(audience)}</p>
      <p>
        <a href={addressOf('audience', { pageId, audienceId })}>Open the audience</a>
      </p>
    </div>
  );
}
