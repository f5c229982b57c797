import {
  type AudienceSession,
  listPersonAudienceSessions,
  listPersonLogs,
  type PersonLog,
} from '@footfall/client';
import { ask } from '../../data/api.ts';
import { type ListState, useList } from '../../data/list.ts';

/** A log or a visit of a person. */
export type Activity = { at: string; log: PersonLog } | { at: string; visit: AudienceSession };

export interface ActivityFilter {
  source: string | undefined;
  type: string | undefined;
  hasLogs: boolean;
  hasVisits: boolean;
}

export interface ActivityState {
  /** Newest first. Undefined until the first answers are there. */
  items: Activity[] | undefined;
  /** The state of both lists together. */
  list: ListState<unknown>;
  /** Logs without the filter, for the values that can be filtered by. */
  unfiltered: PersonLog[];
}

/** The time of the oldest item that a list has loaded, if it has more: older items of the other must wait for it. */
const horizonOf = ({ items, hasMore }: ListState<unknown>, at: string | undefined): string =>
  items && hasMore ? (at ?? '') : '';

/** Logs and visits of a person as one list by time. */
export function useActivity(id: string, { source, type, hasLogs, hasVisits }: ActivityFilter): ActivityState {
  const path = { person_id: id };
  const logsBy = (filter: { source?: string; type?: string }) => (cursor?: string, signal?: AbortSignal) =>
    ask(listPersonLogs, {
      path,
      query: { limit: 50, ...filter, ...(cursor && { cursor }) },
      ...(signal && { signal }),
    });
  const filter = { ...(source && { source }), ...(type && { type }) };
  const all = useList(['person-logs', id, {}], logsBy({}));
  const logs = useList(hasLogs ? ['person-logs', id, filter] : undefined, logsBy(filter));
  const visits = useList(hasVisits ? ['person-visits', id] : undefined, (cursor, signal) =>
    ask(listPersonAudienceSessions, { path, query: { limit: 50, ...(cursor && { cursor }) }, signal }),
  );
  const used = [...(hasLogs ? [logs] : []), ...(hasVisits ? [visits] : [])];

  const logHorizon = hasLogs ? horizonOf(logs, logs.items?.at(-1)?.createdAt) : '';
  const visitHorizon = hasVisits ? horizonOf(visits, visits.items?.at(-1)?.sessionStartedAt) : '';
  const horizon = [logHorizon, visitHorizon].toSorted().at(-1) ?? '';
  const merged = (): Activity[] =>
    [
      ...(hasLogs ? (logs.items ?? []) : []).map((log): Activity => ({ at: log.createdAt, log })),
      ...(hasVisits ? (visits.items ?? []) : []).map(
        (visit): Activity => ({ at: visit.sessionStartedAt, visit }),
      ),
    ]
      .filter(({ at }) => at >= horizon)
      .toSorted((a, b) => b.at.localeCompare(a.at));
  const isReady = used.every(({ items, error }) => items !== undefined || error !== undefined);
  const hasAny = used.some(({ items }) => items !== undefined);
  return {
    items: isReady && hasAny ? merged() : undefined,
    unfiltered: all.items ?? [],
    list: {
      items: undefined,
      hasMore: used.some(({ hasMore }) => hasMore),
      totalCount: null,
      error: used.find(({ error }) => error !== undefined)?.error,
      isLoading: used.some(({ isLoading }) => isLoading),
      isStale: used.some(({ isStale }) => isStale),
      isSlow: used.some(({ isSlow }) => isSlow),
      retry: () => {
        for (const list of used) if (list.error !== undefined) list.retry();
      },
      more: () => {
        if (hasLogs && logs.hasMore && logHorizon >= visitHorizon) logs.more();
        if (hasVisits && visits.hasMore && visitHorizon >= logHorizon) visits.more();
      },
    },
  };
}
