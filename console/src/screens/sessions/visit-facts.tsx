import type { AudienceSession } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import { showPath } from '../../analytics/dimensions.ts';
import { CopyButton } from '../../kit/copy.tsx';
import { Facts } from '../../kit/facts.tsx';
import { decimal } from '../../lib/decimal.ts';
import { country, dayAndTime, duration, number } from '../../lib/format.ts';
import { open } from '../../nav/records.ts';
import { link } from '../../nav/router.ts';

const yesNo = (is: boolean) => (is ? 'yes' : 'no');

export interface VisitFactsProps {
  visit: AudienceSession;
  zone: string;
  pageId: string;
  /** The path of the link that the visitor came by, when it is known. */
  linkName: (pageLinkId: string) => string;
}

/** All fields of a visit. Unknown ones are omitted. */
export function VisitFacts({ visit, zone, pageId, linkName }: VisitFactsProps) {
  const copy = (id: string | null, what: string) => id && <CopyButton text={id} label={id} what={what} />;
  const groups: [title: string, facts: [name: string, value: ComponentChildren][]][] = [
    [
      'Time',
      [
        ['Began', dayAndTime(visit.sessionStartedAt, zone)],
        ['Ended', visit.sessionEndedAt && dayAndTime(visit.sessionEndedAt, zone)],
        ['Zone', zone.replaceAll('_', ' ')],
        ['Status', visit.computationStatus],
        ['Problem', visit.computationError],
      ],
    ],
    [
      'What was done',
      [
        ['Engaged', visit.timeSpentSeconds === null ? null : duration(visit.timeSpentSeconds)],
        [
          'Scrolled',
          visit.maxScrollDepthPercentage === null ? null : `${decimal(visit.maxScrollDepthPercentage)}%`,
        ],
        ['Clicks', number(visit.totalClicksCount)],
        ['Questions', number(visit.questionsAskedCount)],
        ['Form', yesNo(visit.hasFormSubmit)],
        ['Conversion', yesNo(visit.hasConversion)],
        ['Bounce', yesNo(visit.isBounce)],
      ],
    ],
    [
      'Where from',
      [
        ['Referrer', visit.referrer],
        ['Campaign', visit.utmCampaign],
        ['Source', visit.utmSource],
        ['Medium', visit.utmMedium],
        ['Term', visit.utmTerm],
        ['Content', visit.utmContent],
        ['Country', visit.country && country(visit.country)],
        ['Device', visit.device],
        ['Browser', visit.browser],
      ],
    ],
    [
      'What was seen',
      [
        ['Title', visit.pageTitle],
        ['Address', visit.pageUrl],
        ['Landing path', visit.landingPath && showPath(visit.landingPath)],
        ['Page link', visit.pageLinkId && <a href={open(visit.pageLinkId)}>{linkName(visit.pageLinkId)}</a>],
        [
          'Audience',
          visit.audienceId && (
            <a href={link('audience', { pageId, audienceId: visit.audienceId })}>{visit.audienceId}</a>
          ),
        ],
      ],
    ],
    [
      'Form',
      [
        ['Email', visit.formSubmissionEmail],
        ['Phone', visit.formSubmissionPhone],
        ['Identifier', visit.formSubmissionIdentifier],
        ['Kind', visit.formSubmissionIdentifierType],
        ['Submission', copy(visit.formSubmissionId, 'id of the form')],
      ],
    ],
    [
      'Ids',
      [
        ['Visit', copy(visit.analyticsSessionId, 'visit id')],
        ['Session', copy(visit.audienceSessionId, 'session id')],
        ['Person', copy(visit.personId, 'person id')],
        ['Recipient', copy(visit.recipientPersonId, 'id of the recipient')],
        ['Their account', copy(visit.recipientAccountId, 'id of the account')],
        ['Page', copy(visit.pageId, 'page id')],
        ['Page link', copy(visit.pageLinkId, 'id of the page link')],
      ],
    ],
  ];
  return (
    <div class="stack">
      {groups
        .filter(([, facts]) => facts.some(([, value]) => value))
        .map(([title, facts]) => (
          <div key={title}>
            <h3>{title}</h3>
            <Facts facts={facts} />
          </div>
        ))}
    </div>
  );
}
