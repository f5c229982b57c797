import {
  type AccountTimeline,
  getAccountTimeline,
  getPersonTimeline,
  type PersonTimeline,
} from '@footfall/client';
import { type Asked, ask } from '../../data/api.ts';
import { type ListState, useList } from '../../data/list.ts';

/** A log, a visit or a publish, of a person or of a company. */
export type Happened = (PersonTimeline | AccountTimeline)['items'][number];

/** Whose timeline it is. */
export interface Whose {
  kind: 'person' | 'account';
  id: string;
  /** What a person of a company is called, if it is known. Undefined in the timeline of a person. */
  nameOf?: ((personId: string) => string | undefined) | undefined;
}

export interface TimelineFilter {
  kind?: Happened['kind'];
  source?: string;
  type?: string;
}

const timelineQuery = ({ kind, ...ofLogs }: TimelineFilter) => ({ ...ofLogs, ...(kind && { kind: [kind] }) });

/** The timeline of a person or a company, newest first: one request a page. */
export const useTimeline = ({ kind, id }: Whose, filter: TimelineFilter): ListState<Happened> =>
  useList<Happened>(['timeline', kind, id, filter], (cursor, signal) => {
    const query = { limit: 50, ...timelineQuery(filter), ...(cursor && { cursor }) };
    return kind === 'person'
      ? ask(getPersonTimeline, { path: { person_id: id }, query, signal })
      : ask(getAccountTimeline, { path: { account_id: id }, query, signal });
  });

/** The timeline of a person or a company as a file. */
export const timelineFile = ({ kind, id }: Whose, filter: TimelineFilter): Asked =>
  kind === 'person'
    ? [getPersonTimeline, { path: { person_id: id }, query: timelineQuery(filter) }]
    : [getAccountTimeline, { path: { account_id: id }, query: timelineQuery(filter) }];
