import type { AudienceSession } from '@footfall/client';
import { showValue } from '../../analytics/dimensions.ts';
import { ValueIcon } from '../../analytics/value-icon.tsx';
import { visitorOf } from '../../analytics/visitor.ts';
import { VisitorName } from '../../analytics/visitor-name.tsx';
import { type Column, column } from '../../kit/table.tsx';
import { clock, country, day, dayAndTime, duration, shortDay } from '../../lib/format.ts';

/** What a visit is called in a list: by its outcome. */
export function outcomeOf(visit: AudienceSession): string {
  if (visit.hasConversion) return 'Converted';
  if (visit.hasFormSubmit) return 'Sent a form';
  if (visit.computationStatus === 'failed') return 'Failed';
  if (visit.computationStatus === 'pending') return 'Now';
  return visit.isBounce ? 'Bounced' : 'Visited';
}

const tones: Record<string, string> = {
  Converted: 'badge badge-good',
  Failed: 'badge badge-bad',
  Now: 'badge badge-good',
};

/** The most important thing that a visitor did, in a word. */
export const Outcome = ({ visit }: { visit: AudienceSession }) => {
  const outcome = outcomeOf(visit);
  return <span class={tones[outcome] ?? 'badge'}>{outcome}</span>;
};

const sourceOf = ({ referrer, utmCampaign, utmSource }: AudienceSession): string =>
  [referrer ?? utmSource, utmCampaign].filter(Boolean).join(' · ');

const placeOf = (visit: AudienceSession): string =>
  [visit.country && country(visit.country), visit.device && showValue('device', visit.device)]
    .filter(Boolean)
    .join(' · ');

/** What a column is sorted by: nothing comes last. */
const orNull = (text: string | null | undefined): string | null => text || null;

const pageColumn = (nameOf: (pageId: string) => string): Column<AudienceSession> =>
  column(
    'page',
    'Page',
    { notOnPhone: true, sortBy: ({ pageId }) => pageId && nameOf(pageId) },
    ({ pageId }) => pageId && <span title={nameOf(pageId)}>{nameOf(pageId)}</span>,
  );

/**
 * The columns of the list of visits, with the names of pages for visits of all pages. The service has the latest first;
 * other orders are of what is loaded.
 */
export const visitColumns = (
  zone: string,
  nameOf?: (pageId: string) => string,
): Column<AudienceSession>[] => [
  column('time', 'Began', { served: 'largest' }, ({ sessionStartedAt: at }) => (
    <time dateTime={at} title={dayAndTime(at, zone)}>
      {day(at, zone) === day(Date.now(), zone) ? (
        clock(at, zone)
      ) : (
        <>
          {shortDay(at, zone)}, <span class="phone-line">{clock(at, zone)}</span>
        </>
      )}
    </time>
  )),
  column(
    'who',
    'Who',
    {
      hint: 'Known when the visitor sends a form. A personal link can be forwarded',
      sortBy: (visit) => orNull(visitorOf(visit)?.name),
    },
    (visit) => (
      <>
        <VisitorName visit={visit} />
        {nameOf && visit.pageId && (
          <span class="phone-line only-on-phone muted small">{nameOf(visit.pageId)}</span>
        )}
      </>
    ),
  ),
  column('did', 'Did', { sortBy: outcomeOf }, (visit) => <Outcome visit={visit} />),
  ...(nameOf ? [pageColumn(nameOf)] : []),
  column('from', 'Came from', { notOnPhone: true, sortBy: (visit) => orNull(sourceOf(visit)) }, (visit) => (
    <>
      {visit.referrer || !visit.utmSource ? (
        <ValueIcon by="referrer" value={visit.referrer} />
      ) : (
        <ValueIcon by="utmSource" value={visit.utmSource} />
      )}
      {sourceOf(visit) || <span class="muted">Direct or unknown</span>}
    </>
  )),
  column('where', 'Where', { notOnPhone: true, sortBy: (visit) => orNull(placeOf(visit)) }, (visit) => (
    <>
      <ValueIcon by="country" value={visit.country} />
      <ValueIcon by="device" value={visit.device} />
      {visit.country && country(visit.country)}
      {visit.device && (
        // Its drawing is enough, where there is another word.
        <span class={visit.country ? 'visually-hidden' : undefined}>
          {visit.country && ' · '}
          {showValue('device', visit.device)}
        </span>
      )}
    </>
  )),
  column(
    'time-spent',
    'Engaged',
    { isNumber: true, notOnPhone: true, sortBy: ({ timeSpentSeconds }) => timeSpentSeconds },
    ({ timeSpentSeconds }) => (timeSpentSeconds === null ? '–' : duration(timeSpentSeconds)),
  ),
];
