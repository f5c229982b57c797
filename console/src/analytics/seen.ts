import {
  type AudienceSession,
  type AudienceSessionList,
  listAccountAudienceSessions,
  listPersonAudienceSessions,
  type PersonAudienceSessionList,
} from '@footfall/client';
import { ask } from '../data/api.ts';
import { type QueryState, useQuery } from '../data/query.ts';
import { type CameKind, rangeKey, type Ways } from './came.ts';
import type { Range } from './range.ts';

/** A page that somebody saw, with the numbers of their visits. */
export interface SeenPage extends Ways {
  pageId: string;
  lastVisitAt: string;
  /** Whose links were opened. */
  recipients: string[];
  /** Who sent a form. */
  senders: string[];
  /** The paths of the page links. */
  paths: string[];
}

/** A visit, and how it is known whose it was. */
export interface KnownVisit {
  visit: Pick<
    AudienceSession,
    | 'analyticsSessionId'
    | 'pageId'
    | 'landingPath'
    | 'pageLinkId'
    | 'sessionStartedAt'
    | 'personId'
    | 'recipientPersonId'
  >;
  byLink: boolean;
  byForm: boolean;
}

/** The visits of two lists, each once: those through links and those with forms. */
export function knownVisits(byLink: KnownVisit['visit'][], byForm: KnownVisit['visit'][]): KnownVisit[] {
  const found = new Map<string, KnownVisit>();
  for (const visit of byLink) found.set(visit.analyticsSessionId, { visit, byLink: true, byForm: false });
  for (const visit of byForm) {
    const id = visit.analyticsSessionId;
    found.set(id, { visit, byLink: found.has(id), byForm: true });
  }
  return [...found.values()];
}

const add = (list: string[], value: string | null) => {
  if (value && !list.includes(value)) list.push(value);
};

/** The pages of visits, the latest visit's first. */
export function pagesOf(visits: KnownVisit[]): SeenPage[] {
  const pages = new Map<string, SeenPage>();
  const none = { totalSessions: 0, recipientSessions: 0, formSessions: 0 };
  for (const { visit, byLink, byForm } of visits) {
    const { pageId, landingPath, pageLinkId, sessionStartedAt: at } = visit;
    if (!pageId) continue;
    const page = pages.get(pageId) ?? {
      pageId,
      lastVisitAt: at,
      ...none,
      recipients: [],
      senders: [],
      paths: [],
    };
    pages.set(pageId, page);
    page.totalSessions++;
    if (at > page.lastVisitAt) page.lastVisitAt = at;
    if (byLink) page.recipientSessions++;
    if (byForm) page.formSessions++;
    if (byLink) add(page.recipients, visit.recipientPersonId);
    if (byForm) add(page.senders, visit.personId);
    if (pageLinkId) add(page.paths, landingPath);
  }
  return [...pages.values()].toSorted((a, b) => b.lastVisitAt.localeCompare(a.lastVisitAt));
}

/** The pages of the visits in a range. `since`: earlier visits are omitted, because there are too many. */
export interface SeenPages {
  pages: SeenPage[];
  since: string | undefined;
}

/** So many visits of each way are asked for at once, and so often. */
const [visitsAsked, mostAnswers] = [100, 2];

async function visitsBy(
  by: 'recipient' | 'form',
  { kind, id, range: { startDate, endDate } }: { kind: CameKind; id: string; range: Range },
  signal: AbortSignal,
): Promise<{ visits: AudienceSession[]; since: string }> {
  const visits: AudienceSession[] = [];
  let cursor: string | null = null;
  for (let answer = 1; answer <= mostAnswers; answer++) {
    const query: { limit: number; by: typeof by; cursor?: string } = { limit: visitsAsked, by };
    if (cursor) query.cursor = cursor;
    const page: PersonAudienceSessionList | AudienceSessionList =
      kind === 'account'
        ? await ask(listAccountAudienceSessions, {
            path: { account_id: id },
            query: { ...query, startDate, endDate },
            signal,
          })
        : await ask(listPersonAudienceSessions, { path: { person_id: id }, query, signal });
    visits.push(...page.items);
    cursor = page.hasMore ? page.nextCursor : null;
    const oldest = page.items.at(-1)?.sessionStartedAt;
    // The list of a person has no range. Its latest visit is the first.
    if (!cursor || (oldest && Date.parse(oldest) < Date.parse(startDate))) return { visits, since: '' };
  }
  return { visits, since: visits.at(-1)?.sessionStartedAt ?? '' };
}

async function seenBy(kind: CameKind, id: string, range: Range, signal: AbortSignal): Promise<SeenPages> {
  const [byLink, byForm] = await Promise.all([
    visitsBy('recipient', { kind, id, range }, signal),
    visitsBy('form', { kind, id, range }, signal),
  ]);
  // Texts of equal form are ordered as their times. Where one of the lists ends, the other has visits that it would have too.
  const since = [byLink.since, byForm.since].toSorted().at(-1) ?? '';
  const isShown = ({ visit: { sessionStartedAt: at } }: KnownVisit) =>
    at >= since &&
    Date.parse(at) >= Date.parse(range.startDate) &&
    Date.parse(at) < Date.parse(range.endDate);
  const visits = knownVisits(byLink.visits, byForm.visits).filter(isShown);
  return { pages: pagesOf(visits), since: since || undefined };
}

/** Which pages a company or a person saw in a range: two requests, or up to four. */
export const useSeenPages = (kind: CameKind, id: string, range: Range): QueryState<SeenPages> =>
  useQuery(['came-pages', kind, id, rangeKey(range)], (signal) => seenBy(kind, id, range, signal));
