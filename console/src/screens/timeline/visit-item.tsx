import type { AudienceSession } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import { showPath } from '../../analytics/dimensions.ts';
import { Facts } from '../../kit/facts.tsx';
import type { TimelineItem } from '../../kit/timeline.tsx';
import { country, duration, percent, plural } from '../../lib/format.ts';
import { link, open, visitKey } from '../../nav/router.ts';
import type { Whose } from './data.ts';

/** How long and how far, as one says it: ", 2 min, 80% read". */
function howMuch({
  timeSpentSeconds: seconds,
  maxScrollDepthPercentage: depth,
}: Pick<AudienceSession, 'timeSpentSeconds' | 'maxScrollDepthPercentage'>): string {
  const time =
    seconds === null ? '' : seconds < 60 ? `, ${Math.round(seconds)} s` : `, ${Math.round(seconds / 60)} min`;
  return depth === null ? time : `${time}, ${percent(Math.round(depth) / 100)} read`;
}

/** Who is named by a visit. Only a form says that it was the person: a link can be forwarded. */
const personOf = (
  by: 'form' | 'recipient',
  { personId, recipientPersonId }: AudienceSession,
): string | null => (by === 'form' ? personId : recipientPersonId);

/** What happened in a visit: "Opened Pricing through their link". In the timeline of a company it names who. */
function sentenceOf(by: 'form' | 'recipient', visit: AudienceSession, { nameOf }: Whose): ComponentChildren {
  const page = <b>{visit.pageTitle || visit.landingPath || 'a page'}</b>;
  const personId = personOf(by, visit);
  const name = personId && nameOf?.(personId);
  if (!nameOf) return by === 'form' ? <>Sent the form on {page}</> : <>Opened {page} through their link</>;
  if (by === 'form')
    return (
      <>
        {name || 'Someone'} sent the form on {page}
      </>
    );
  return (
    <>
      {page} opened through {name ? `${name}’s link` : 'a link for one of them'}
    </>
  );
}

/** A visit in a timeline. What was measured unfolds. */
export function visitItem(
  at: string,
  by: 'form' | 'recipient',
  visit: AudienceSession,
  whose: Whose,
): TimelineItem {
  const { pageId, pageTitle, timeSpentSeconds, maxScrollDepthPercentage, audienceId } = visit;
  const campaign = [visit.utmSource, visit.utmMedium, visit.utmCampaign].filter(Boolean).join(' / ');
  const from = [visit.referrer, visit.country && country(visit.country), visit.device];
  const personId = personOf(by, visit);
  return {
    id: visit.analyticsSessionId,
    at,
    kind: visit.hasConversion ? 'converted' : 'visit',
    title: (
      <span class="sentence">
        {sentenceOf(by, visit, whose)}
        {howMuch(visit)} {visit.hasConversion && <span class="badge badge-good">Converted</span>}
      </span>
    ),
    note: <span class="excerpt cut small">{from.filter(Boolean).join(' · ')}</span>,
    details: (
      <Facts
        facts={[
          [
            by === 'form' ? 'Person' : 'Link of',
            whose.nameOf && personId && <a href={open(personId)}>{whose.nameOf(personId) ?? personId}</a>,
          ],
          ['Page', pageId && <a href={link('page', { pageId })}>{pageTitle || pageId}</a>],
          [
            'Audience',
            pageId && audienceId && <a href={link('audience', { pageId, audienceId })}>What they saw</a>,
          ],
          ['Address', visit.landingPath && showPath(visit.landingPath)],
          ['Engaged', timeSpentSeconds !== null && duration(timeSpentSeconds)],
          ['Scrolled', maxScrollDepthPercentage !== null && `${Math.round(maxScrollDepthPercentage)} %`],
          ['Clicks', plural(visit.totalClicksCount, 'click')],
          ['Questions', visit.questionsAskedCount > 0 && plural(visit.questionsAskedCount, 'question')],
          ['Form', visit.formSubmissionIdentifier],
          ['Campaign', campaign],
          ['Browser', visit.browser],
          ['Visit', pageId && <a href={open(visitKey(pageId, visit.analyticsSessionId))}>The whole visit</a>],
        ]}
      />
    ),
  };
}
