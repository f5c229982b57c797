import {
  type Event,
  getAccount,
  getAudience,
  getAudienceById,
  getPageLink,
  getPerson,
  type ProblemCode,
} from '@footfall/client';
import { useRef } from 'preact/hooks';
import { type EventKind, eventsByType } from '../../../../src/vocabulary/events.ts';
import { ask } from '../../data/api.ts';
import { loadByIds } from '../../data/by-ids.ts';
import { pageName, usePagesById } from '../../data/pages.ts';
import { nameOf as personName } from '../../data/person-names.ts';
import { useQuery } from '../../data/query.ts';

/** A record that events tell about: its id, and for an audience its page's id, if it is known. */
export interface Subject {
  id: string;
  kind: EventKind;
  pageId: string;
}

interface Loader {
  missing: ProblemCode;
  load: (of: Subject, signal: AbortSignal) => Promise<string>;
}

/** How the name of a record is read. Those of pages have a list, and keys have no operation for one. */
const loaders: Partial<Record<EventKind, Loader>> = {
  person: {
    missing: 'person_not_found',
    load: async ({ id }, signal) => personName(await ask(getPerson, { path: { person_id: id }, signal })),
  },
  account: {
    missing: 'account_not_found',
    load: async ({ id }, signal) => (await ask(getAccount, { path: { account_id: id }, signal })).name,
  },
  audience: {
    missing: 'audience_not_found',
    load: async ({ id, pageId }, signal) => {
      const audience = pageId
        ? await ask(getAudience, { path: { page_id: pageId, audience_id: id }, signal })
        : await ask(getAudienceById, { path: { audience_id: id }, signal });
      return audience.effectiveName;
    },
  },
  page_link: {
    missing: 'page_link_not_found',
    load: async ({ id }, signal) => (await ask(getPageLink, { path: { page_link_id: id }, signal })).path,
  },
};

/** The names of records, each once. That of one which is not there any more is empty. */
async function namesOf(subjects: Subject[], signal: AbortSignal): Promise<[id: string, name: string][]> {
  const found = new Map(subjects.map(({ id }) => [id, '']));
  for (const [kind, of] of Map.groupBy(subjects, (subject) => subject.kind)) {
    const loader = loaders[kind];
    if (!loader) continue;
    const byId = new Map(of.map((subject) => [subject.id, subject]));
    const one = async (id: string) => {
      const subject = byId.get(id);
      if (subject) found.set(id, await loader.load(subject, signal));
    };
    await loadByIds([...byId.keys()], one, loader.missing);
  }
  return [...found];
}

/** The records that events tell about, without those that the same events say are gone. */
function subjectsOf(events: Event[]): Subject[] {
  const gone = new Set(events.filter(({ type }) => type.endsWith('.erased')).map(({ subject }) => subject));
  return events.flatMap(({ type, subject: id, related: { pageId = '' } }) =>
    id === null || gone.has(id) ? [] : [{ id, kind: eventsByType[type].of, pageId }],
  );
}

/** The names of records and of pages, as far as they are known. That of a record which is gone is empty. */
export function useSubjectNames(subjects: Subject[], pageIds: string[]): (id: string) => string | undefined {
  // Those that were loaded are not loaded again when more are shown.
  const known = useRef(new Map<string, string>());
  const wanted = subjects.filter(({ id, kind }) => loaders[kind] && !known.current.has(id));
  const ids = [...new Set(wanted.map(({ id }) => id))].toSorted();
  const names = useQuery(ids.length > 0 ? ['event-names', ids] : undefined, (signal) =>
    namesOf(wanted, signal),
  );
  for (const [id, name] of names.data ?? []) known.current.set(id, name);
  const pages = usePagesById([...new Set(pageIds)], pageIds.length > 0);
  return (id) => {
    const page = pages.data?.get(id);
    // Of what is gone by now nothing is remembered.
    const name = subjects.some((subject) => subject.id === id) ? known.current.get(id) : undefined;
    return (page && pageName(page)) || name;
  };
}

/** The names of the records that events tell about, as far as they are known and there. */
export function useNames(events: Event[] = []): (id: string) => string | undefined {
  const subjects = subjectsOf(events);
  const nameOf = useSubjectNames(subjects, [
    ...subjects.filter(({ kind }) => kind === 'page').map(({ id }) => id),
    ...events.flatMap(({ related }) => related.pageId ?? []),
  ]);
  const keys = new Map(events.map(({ actor }) => [actor?.apiKeyId, actor?.name]));
  return (id) => nameOf(id) || keys.get(id) || undefined;
}
