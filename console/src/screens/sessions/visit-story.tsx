import type { AudienceSession } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import { clock, country, dayAndTime, duration, percent, plural } from '../../lib/format.ts';
import { link, open } from '../../nav/router.ts';

export interface VisitStoryProps {
  visit: AudienceSession;
  zone: string;
  pageId: string;
  /** The name of the audience, when it is known. */
  audience: string | undefined;
  /** The path of the link that the visitor came by, when it is known. */
  linkName: (pageLinkId: string) => string;
}

interface Step {
  at?: string | undefined;
  what: ComponentChildren;
  note?: ComponentChildren;
}

function arrival({
  referrer,
  utmCampaign,
  utmSource,
  utmMedium,
  country: code,
  device,
  browser,
}: AudienceSession) {
  const campaign = [utmCampaign, utmSource, utmMedium].filter(Boolean).join(' · ');
  const from = [code && country(code), device, browser].filter(Boolean).join(' · ');
  return {
    what: referrer ? `Came from ${referrer}` : 'Came directly, or from an unknown source',
    note: [campaign && `${utmCampaign ? 'Campaign' : 'Source'}: ${campaign}`, from]
      .filter(Boolean)
      .join('. '),
  };
}

function reading({ timeSpentSeconds: time, maxScrollDepthPercentage: depth }: AudienceSession): Step[] {
  if (time === null && depth === null) return [];
  const read = depth === null ? '' : `, down to ${percent(depth / 100)} of the page`;
  return [{ what: `Was engaged for ${time === null ? 'an unknown time' : duration(time)}${read}` }];
}

const actions = ({ totalClicksCount: clicks, questionsAskedCount: questions }: AudienceSession): Step[] => [
  ...(clicks > 0 ? [{ what: `Clicked ${clicks === 1 ? 'once' : `${clicks} times`}` }] : []),
  ...(questions > 0 ? [{ what: `Asked ${plural(questions, 'question')}` }] : []),
];

function results(visit: AudienceSession): Step[] {
  const { formSubmissionEmail, formSubmissionPhone, formSubmissionIdentifier } = visit;
  const sender = [formSubmissionEmail, formSubmissionPhone, formSubmissionIdentifier].filter(Boolean);
  return [
    ...(visit.hasFormSubmit
      ? [{ what: <b>Sent a form</b>, note: [...new Set(sender)].join(', ') || 'without a name' }]
      : []),
    ...(visit.hasConversion ? [{ what: <b class="good">Converted</b> }] : []),
  ];
}

function ending({ computationStatus, computationError, isBounce, sessionEndedAt }: AudienceSession): Step {
  if (computationStatus === 'pending')
    return {
      what: 'Is here now, or was until a moment ago',
      note: 'A visit ends after 30 minutes without activity.',
    };
  if (computationStatus === 'failed') return { what: 'The visit failed', note: computationError };
  return {
    at: sessionEndedAt ?? undefined,
    what: isBounce ? 'Left: a bounce' : 'Left',
    note: isBounce && 'Less than ten seconds, and no action.',
  };
}

/** What happened in a visit. The service keeps totals, so only beginning and end have a time. */
export function VisitStory({ visit, zone, pageId, audience, linkName }: VisitStoryProps) {
  const { audienceId, pageLinkId, pageTitle, pageUrl, landingPath } = visit;
  const steps: Step[] = [
    { at: visit.sessionStartedAt, ...arrival(visit) },
    ...(pageLinkId
      ? [
          {
            what: (
              <>
                Came through the link <a href={open(pageLinkId)}>{linkName(pageLinkId)}</a>
              </>
            ),
          },
        ]
      : []),
    {
      // No link: a visit may claim the address of anybody's page.
      what: `Opened ${pageUrl ?? landingPath ?? 'the page'}`,
      note: pageTitle,
    },
    ...(audienceId
      ? [
          {
            what: (
              <>
                Saw the content for{' '}
                <a href={link('audience', { pageId, audienceId })}>{audience ?? audienceId}</a>
              </>
            ),
          },
        ]
      : []),
    ...reading(visit),
    ...actions(visit),
    ...results(visit),
    ending(visit),
  ];
  return (
    <>
      <ol class="rail">
        {steps.map(({ at, what, note }, index) => (
          <li key={index}>
            <p class="row">
              <span class="grow">{what}</span>
              {at && (
                <time class="muted tabular" dateTime={at} title={dayAndTime(at, zone)}>
                  {clock(at, zone)}
                </time>
              )}
            </p>
            {note && <p class="note muted">{note}</p>}
          </li>
        ))}
      </ol>
      <p class="note muted">
        Only the beginning and the end of a visit have a time ({zone.replaceAll('_', ' ')}).
      </p>
    </>
  );
}
