import type { AudienceSession } from '@footfall/client';
import { CopyButton } from '../../kit/copy.tsx';
import { Facts } from '../../kit/facts.tsx';
import type { TimelineItem } from '../../kit/timeline.tsx';
import { country, duration, plural } from '../../lib/format.ts';
import { link } from '../../nav/router.ts';

const outcomeOf = ({ hasConversion, hasFormSubmit }: AudienceSession): { text: string; tone: string } => {
  if (hasConversion) return { text: 'Converted', tone: 'badge badge-good' };
  return hasFormSubmit
    ? { text: 'Sent a form', tone: 'badge badge-accent' }
    : { text: 'Visited', tone: 'badge' };
};

/** A visit in a timeline. What was measured unfolds. */
export function visitItem(visit: AudienceSession): TimelineItem {
  const { text, tone } = outcomeOf(visit);
  const { pageId, pageTitle, timeSpentSeconds, maxScrollDepthPercentage, audienceId } = visit;
  const campaign = [visit.utmSource, visit.utmMedium, visit.utmCampaign].filter(Boolean).join(' / ');
  const from = [visit.referrer, visit.country && country(visit.country), visit.device];
  return {
    id: visit.analyticsSessionId,
    at: visit.sessionStartedAt,
    title: (
      <>
        <span class={tone}>{text}</span> <b>{pageTitle || visit.landingPath || 'A page'}</b>
      </>
    ),
    note: <span class="excerpt">{from.filter(Boolean).join(' · ')}</span>,
    details: (
      <Facts
        facts={[
          ['Page', pageId && <a href={link('page', { pageId })}>{pageTitle || pageId}</a>],
          [
            'Audience',
            pageId && audienceId && <a href={link('audience', { pageId, audienceId })}>{audienceId}</a>,
          ],
          ['Address', visit.landingPath],
          ['Engaged', timeSpentSeconds !== null && duration(timeSpentSeconds)],
          ['Scrolled', maxScrollDepthPercentage !== null && `${Math.round(maxScrollDepthPercentage)} %`],
          ['Clicks', plural(visit.totalClicksCount, 'click')],
          ['Questions', visit.questionsAskedCount > 0 && plural(visit.questionsAskedCount, 'question')],
          ['Form', visit.formSubmissionIdentifier],
          ['Campaign', campaign],
          ['Browser', visit.browser],
          [
            'Id',
            <CopyButton
              key="id"
              text={visit.analyticsSessionId}
              label={visit.analyticsSessionId}
              what="id"
            />,
          ],
        ]}
      />
    ),
  };
}
