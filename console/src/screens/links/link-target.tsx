import { getAudience, type PageLink } from '@footfall/client';
import { pageNameIn, usePagesById } from '../../data/pages.ts';
import { useAnswer } from '../../data/use-answer.ts';
import { link } from '../../nav/router.ts';

/** Where a link leads: an audience with its page, or a page. */
export function LinkTarget({ target }: { target: PageLink['target'] }) {
  const { pageId, audienceId } = target;
  const pages = usePagesById([pageId]);
  const audience = useAnswer(
    'link-audience',
    getAudience,
    audienceId ? { path: { page_id: pageId, audience_id: audienceId } } : undefined,
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
