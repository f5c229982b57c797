import type { AudienceSession, Person } from '@footfall/client';
import { shown } from './api.ts';

// What records say of visits, in the console's words.

/** A day and a time as the console shows them: 12 Nov 2026, 14:05. */
export const timeOf = (at: string, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(at),
  );

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** How long ago, in the largest unit: 3 days ago. */
export function agoOf(at: string): string {
  const seconds = (Date.now() - Date.parse(at)) / 1000;
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ['second', Number.POSITIVE_INFINITY];
  const numeric = unit === 'year' || unit === 'month' ? 'always' : 'auto';
  const words = new Intl.RelativeTimeFormat('en-GB', { numeric, style: 'short' });
  return words.format(-Math.floor(seconds / size), unit);
}

/** A time with how long ago it was. */
export const whenOf = (at: string, zone: string): string => `${timeOf(at, zone)} ${agoOf(at)}`;

/** What a person is called. */
export const nameOf = ({ name, email, personId }: Person): string => name.trim() || email || personId;
/** The domain of a person's company. */
export const companyOf = ({ domain, email }: Person): string | undefined =>
  domain ?? email?.split('@').at(-1);

/** How visits are known: those by a link, those by a form; a visit may be both. */
export interface Ways {
  totalSessions: number;
  recipientSessions: number;
  formSessions: number;
}

/** How a company came, or a person with this name. */
export function waysOf({ totalSessions: all, recipientSessions, formSessions }: Ways, name?: string): string {
  if (formSessions === 0) return name === undefined ? 'through a link' : `opened through ${name}’s link`;
  if (recipientSessions === 0) return name === undefined ? 'by a form' : 'by a form they sent';
  const counted: [number, string][] = [
    [all - formSessions, name === undefined ? 'through a link' : 'through their link'],
    [all - recipientSessions, 'by a form'],
    [recipientSessions + formSessions - all, 'by both'],
  ];
  return counted
    .filter(([count]) => count > 0)
    .map(([count, way]) => `${shown(count)} ${way}`)
    .join(', ');
}

/** A visit of one, by a link or by a form. One by both is there twice. */
export interface KnownVisit {
  by: 'recipient' | 'form';
  visit: AudienceSession;
}

/** A page that one saw. */
export interface Visited extends Ways {
  pageId: string;
  lastVisitAt: string;
}

/** The pages of visits, that of the latest first. */
export function visitedPages(visits: KnownVisit[]): Visited[] {
  const byPage = Map.groupBy(visits, ({ visit }) => visit.pageId ?? '');
  byPage.delete('');
  return [...byPage]
    .map(([pageId, of]) => ({
      pageId,
      totalSessions: new Set(of.map(({ visit }) => visit.analyticsSessionId)).size,
      recipientSessions: of.filter(({ by }) => by === 'recipient').length,
      formSessions: of.filter(({ by }) => by === 'form').length,
      lastVisitAt:
        of
          .map(({ visit }) => visit.sessionStartedAt)
          .toSorted()
          .at(-1) ?? '',
    }))
    .toSorted((a, b) => b.lastVisitAt.localeCompare(a.lastVisitAt));
}

/** A visit in a timeline. That of a company names its people. */
export function visitSentence(
  by: KnownVisit['by'],
  visit: AudienceSession,
  nameIn?: (personId: string) => string | undefined,
): string {
  const { timeSpentSeconds: time, maxScrollDepthPercentage: depth } = visit;
  const page = visit.pageTitle || visit.landingPath || 'a page';
  const who = nameIn?.((by === 'form' ? visit.personId : visit.recipientPersonId) ?? '');
  const opened = nameIn
    ? `${page} opened through ${who ? `${who}’s link` : 'a link for one of them'}`
    : `Opened ${page} through their link`;
  const sent = `${nameIn ? `${who ?? 'Somebody'} sent` : 'Sent'} the form on ${page}`;
  const minutes = (seconds: number) =>
    seconds < 60 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
  const parts = [
    by === 'form' ? sent : opened,
    ...(time === null ? [] : [minutes(time)]),
    ...(depth === null ? [] : [`${Math.round(depth)}% read`]),
  ];
  return `${parts.join(', ')}${visit.hasConversion ? ' Converted' : ''}`;
}
