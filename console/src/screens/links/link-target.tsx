import { getAudience, type PageLink } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { pageNameIn, usePagesById } from '../../data/pages.ts';
import { useQuery } from '../../data/query.ts';
import { link } from '../../nav/router.ts';

/** Where a link leads: an audience with its page, or a page. */
export function LinkTarget({ target }: { target: PageLink['target'] }) {
  const { pageId, audienceId } = target;
  const pages = usePagesById([pageId]);
  const audience = useQuery(audienceId ? ['link-audience', audienceId] : undefined, (signal) =>
    ask(getAudience, { path: { page_id: pageId, audience_id: audienceId }, signal }),
  );
  const pageLink = <a href={link('page', { pageId })}>{pageNameIn(pages, pageId)}</a>;
  if (!audienceId) return pageLink;
  return (
    <>
      <a href={link('audience', { pageId, audienceId })}>{audience.data?.effectiveName ?? audienceId}</a> on{' '}
      {pageLink}
    </>
  );
}
