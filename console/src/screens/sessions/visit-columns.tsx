import type { AudienceSession } from '@footfall/client';
import { showValue } from '../../analytics/dimensions.ts';
import type { Column } from '../../kit/table.tsx';
import { clock, country, dayAndTime, duration, shortDay } from '../../lib/format.ts';

/** The most important thing that a visitor did, in a word. */
export function Outcome({ visit }: { visit: AudienceSession }) {
  if (visit.hasConversion) return <span class="badge badge-good">Converted</span>;
  if (visit.hasFormSubmit) return <span class="badge badge-accent">Sent a form</span>;
  if (visit.computationStatus === 'failed') return <span class="badge badge-bad">Failed</span>;
  if (visit.computationStatus === 'pending') return <span class="badge badge-warn">Now</span>;
  return <span class="badge">{visit.isBounce ? 'Bounced' : 'Visited'}</span>;
}

const pageColumn = (nameOf: (pageId: string) => string): Column<AudienceSession> => ({
  id: 'page',
  label: 'Page',
  notOnPhone: true,
  cell: ({ pageId }) => pageId && <span title={nameOf(pageId)}>{nameOf(pageId)}</span>,
});

/** The columns of the list of visits, with the names of pages for visits of all pages. */
export const visitColumns = (
  zone: string,
  nameOf?: (pageId: string) => string,
): Column<AudienceSession>[] => [
  {
    id: 'time',
    label: 'Began',
    cell: ({ sessionStartedAt: at }) => (
      <time dateTime={at} title={dayAndTime(at, zone)}>
        {shortDay(at, zone)}, {clock(at, zone)}
      </time>
    ),
  },
  { id: 'did', label: 'Did', cell: (visit) => <Outcome visit={visit} /> },
  ...(nameOf ? [pageColumn(nameOf)] : []),
  {
    id: 'from',
    label: 'Came from',
    notOnPhone: true,
    cell: ({ referrer, utmCampaign, utmSource }) =>
      [referrer ?? utmSource, utmCampaign].filter(Boolean).join(' · ') || (
        <span class="muted">Direct or unknown</span>
      ),
  },
  {
    id: 'where',
    label: 'Where',
    notOnPhone: true,
    cell: (visit) =>
      [visit.country && country(visit.country), visit.device && showValue('device', visit.device)]
        .filter(Boolean)
        .join(' · '),
  },
  {
    id: 'who',
    label: 'Who',
    hint: 'Known when the visitor sends a form. A personal link can be forwarded',
    notOnPhone: true,
    cell: ({ formSubmissionEmail, formSubmissionIdentifier, recipientPersonId }) =>
      formSubmissionEmail ??
      formSubmissionIdentifier ?? (
        <span class="muted">{recipientPersonId ? 'By a personal link' : 'Unknown'}</span>
      ),
  },
  {
    id: 'time-spent',
    label: 'Engaged',
    isNumber: true,
    cell: ({ timeSpentSeconds }) => (timeSpentSeconds === null ? '–' : duration(timeSpentSeconds)),
  },
];
