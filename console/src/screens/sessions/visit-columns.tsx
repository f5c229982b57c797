import type { AudienceSession } from '@footfall/client';
import { showValue } from '../../analytics/dimensions.ts';
import { type Column, column } from '../../kit/table.tsx';
import { clock, country, dayAndTime, duration, shortDay } from '../../lib/format.ts';

/** The most important thing that a visitor did, in a word. */
export function Outcome({ visit }: { visit: AudienceSession }) {
  if (visit.hasConversion) return <span class="badge badge-good">Converted</span>;
  if (visit.hasFormSubmit) return <span class="badge badge-accent">Sent a form</span>;
  if (visit.computationStatus === 'failed') return <span class="badge badge-bad">Failed</span>;
  if (visit.computationStatus === 'pending') return <span class="badge badge-warn">Now</span>;
  return <span class="badge">{visit.isBounce ? 'Bounced' : 'Visited'}</span>;
}

const pageColumn = (nameOf: (pageId: string) => string): Column<AudienceSession> =>
  column(
    'page',
    'Page',
    { notOnPhone: true },
    ({ pageId }) => pageId && <span title={nameOf(pageId)}>{nameOf(pageId)}</span>,
  );

/** The columns of the list of visits, with the names of pages for visits of all pages. */
export const visitColumns = (
  zone: string,
  nameOf?: (pageId: string) => string,
): Column<AudienceSession>[] => [
  column('time', 'Began', {}, ({ sessionStartedAt: at }) => (
    <time dateTime={at} title={dayAndTime(at, zone)}>
      {shortDay(at, zone)}, {clock(at, zone)}
    </time>
  )),
  column('did', 'Did', {}, (visit) => <Outcome visit={visit} />),
  ...(nameOf ? [pageColumn(nameOf)] : []),
  column(
    'from',
    'Came from',
    { notOnPhone: true },
    ({ referrer, utmCampaign, utmSource }) =>
      [referrer ?? utmSource, utmCampaign].filter(Boolean).join(' · ') || (
        <span class="muted">Direct or unknown</span>
      ),
  ),
  column('where', 'Where', { notOnPhone: true }, (visit) =>
    [visit.country && country(visit.country), visit.device && showValue('device', visit.device)]
      .filter(Boolean)
      .join(' · '),
  ),
  column(
    'who',
    'Who',
    { hint: 'Known when the visitor sends a form. A personal link can be forwarded', notOnPhone: true },
    ({ formSubmissionEmail, formSubmissionIdentifier, recipientPersonId }) =>
      formSubmissionEmail ??
      formSubmissionIdentifier ?? (
        <span class="muted">{recipientPersonId ? 'By a personal link' : 'Unknown'}</span>
      ),
  ),
  column('time-spent', 'Engaged', { isNumber: true }, ({ timeSpentSeconds }) =>
    timeSpentSeconds === null ? '–' : duration(timeSpentSeconds),
  ),
];
