import type { AudienceComparison } from '@footfall/client';
import { tooClose } from '../../../src/lib/too-close.ts';
import { number, percent, plural } from '../lib/format.ts';
import { link } from '../nav/router.ts';

interface AudienceNameProps {
  pageId: string;
  audienceId: string;
  name: string;
}

/** The name of an audience in an answer. It leads to the audience. */
export const AudienceName = ({ pageId, audienceId, name }: AudienceNameProps) => (
  <b>
    <a href={link('audience', { pageId, audienceId })}>{name}</a>
  </b>
);

/** The name of a page in an answer. It leads to the figures of its audiences. */
export const PageName = ({ pageId, name }: { pageId: string; name: string }) => (
  <a href={link('page', { pageId }, { view: 'audiences' })}>{name}</a>
);

export interface ComparisonWordsProps {
  comparison: AudienceComparison;
  /** The range as a time: "this month". */
  when: string;
  /** It stands on the page itself, which is then not named. */
  isOnPage?: boolean;
}

/** Which audience of a page converts best, or which two are too close to call, as a sentence. */
export function ComparisonWords({ comparison, when, isOnPage }: ComparisonWordsProps) {
  const { pageId, pageName, first, against, isMoreThanChance } = comparison;
  const page = (preposition: string) =>
    !isOnPage && (
      <>
        {preposition} <PageName pageId={pageId} name={pageName} />{' '}
      </>
    );
  const audience = ({ audienceId, name, totalSessions, conversionCount }: typeof first) => ({
    name: <AudienceName pageId={pageId} audienceId={audienceId} name={name} />,
    of: totalSessions,
    hits: conversionCount,
  });
  const { name, of, hits } = audience(first);
  if (!isMoreThanChance)
    return (
      <>
        No clear winner {page('on')}
        {when}: {tooClose(audience(first), audience(against), number)}.
      </>
    );
  return (
    <>
      {name} converts best {page('on')}
      {when}: <b class="tabular">{percent(hits / of)}</b> ({number(hits)} of {plural(of, 'visit')}).
    </>
  );
}
