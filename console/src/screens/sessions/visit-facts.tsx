import type { ComponentChildren } from 'preact';
import { namesOf, visitFacts } from '../../../../src/vocabulary/visit-facts.ts';
import { dimensionNames, showPath, showValue } from '../../analytics/dimensions.ts';
import { CopyButton } from '../../kit/button.tsx';
import { Facts } from '../../kit/facts.tsx';
import { dayAndTime, decimal, duration, number } from '../../lib/format.ts';
import { link, open } from '../../nav/router.ts';
import type { VisitStoryProps } from './visit-story.tsx';

type Fact = [name: string, value: ComponentChildren];

const yesNo = (is: boolean) => (is ? 'yes' : 'no');

interface VisitFactsProps extends VisitStoryProps {
  /** The audience and the number of the version that the visitor saw. */
  versionName: (versionId: string) => string;
}

/** All fields of a visit. Unknown ones are omitted. */
export function VisitFacts(props: VisitFactsProps) {
  const { visit, zone, pageId, audience, linkName, versionName } = props;
  const copy = (id: string | null, what: string) => id && <CopyButton text={id} label={id} what={what} />;
  const groups: [title: string, facts: Fact[]][] = [
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
        ...namesOf('count').map((name): Fact => {
          const { label, field } = visitFacts[name];
          return [label, number(visit[field])];
        }),
        ['Form', yesNo(visit.hasFormSubmit)],
        ['Conversion', yesNo(visit.hasConversion)],
        ['Bounce', yesNo(visit.isBounce)],
      ],
    ],
    [
      'Came from',
      dimensionNames
        .filter((name) => !['address', 'reported'].includes(visitFacts[name].kind))
        .map((name): Fact => [visitFacts[name].label, visit[name] && showValue(name, visit[name])]),
    ],
    [
      'What was seen',
      [
        ['Title', visit.pageTitle],
        ['Address', visit.pageUrl],
        ['Landing path', visit.landingPath && showPath(visit.landingPath)],
        ['Link', visit.pageLinkId && <a href={open(visit.pageLinkId)}>{linkName(visit.pageLinkId)}</a>],
        [
          'Audience',
          visit.audienceId && (
            <a href={link('audience', { pageId, audienceId: visit.audienceId })}>
              {audience ?? visit.audienceId}
            </a>
          ),
        ],
        ['Version', visit.versionId && versionName(visit.versionId)],
      ],
    ],
    [
      'Form',
      [
        ['Email', visit.formSubmissionEmail],
        ['Phone', visit.formSubmissionPhone],
        ['Identifier', visit.formSubmissionIdentifier],
        ['Kind', visit.formSubmissionIdentifierType],
      ],
    ],
  ];
  const ids: Fact[] = [
    ['Visit', copy(visit.analyticsSessionId, 'visit id')],
    ['Session', copy(visit.audienceSessionId, 'session id')],
    ['Person', copy(visit.personId, 'person id')],
    ['Recipient', copy(visit.recipientPersonId, 'id of the recipient')],
    ['Their account', copy(visit.recipientAccountId, 'id of the account')],
    ['Page', copy(visit.pageId, 'page id')],
    ['Link', copy(visit.pageLinkId, 'id of the link')],
    ['Version', copy(visit.versionId, 'id of the version')],
    ['Form', copy(visit.formSubmissionId, 'id of the form')],
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
      <details>
        <summary>Ids</summary>
        <Facts facts={ids} />
      </details>
    </div>
  );
}
