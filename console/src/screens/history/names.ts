import { type Event, getAccount, getAudienceById, getPageLink, getPerson } from '@footfall/client';
import { useRef } from 'preact/hooks';
import { type EventKind, eventsByType } from '../../../../src/vocabulary/events.ts';
import { type NamedKind, nameOf } from '../../../../src/vocabulary/names.ts';
import { ask } from '../../data/api.ts';
import { loadByIds } from '../../data/at-most.ts';
import { pageName, usePagesById } from '../../data/pages.ts';
import { useQuery } from '../../data/query.ts';

/** A record that events tell about. */
export interface Subject {
  id: string;
  kind: EventKind;
}

/** How a record is read. Pages have a list, and keys have no operation for one. */
const readers = {
  person: (id, signal) => ask(getPerson, { path: { person_id: id }, signal }),
  account: (id, signal) => ask(getAccount, { path: { account_id: id }, signal }),
  audience: (id, signal) => ask(getAudienceById, { path: { audience_id: id }, signal }),
  page_link: (id, signal) => ask(getPageLink, { path: { page_link_id: id }, signal }),
} satisfies Partial<Record<NamedKind, (id: string, signal: AbortSignal) => Promise<object>>>;

const isRead = (kind: string): kind is keyof typeof readers => Object.hasOwn(readers, kind);

/** The names of records, each once. That of one which is not there any more is empty. */
async function namesOf(subjects: Subject[], signal: AbortSignal): Promise<[id: string, name: string][]> {
  const found = new Map(subjects.map(({ id }) => [id, '']));
  for (const [kind, of] of Map.groupBy(subjects, (subject) => subject.kind)) {
    if (!isRead(kind)) continue;
    const one = async (id: string) =>
      found.set(id, nameOf(kind, (await readers[kind](id, signal)) as never) ?? id);
    await loadByIds([...new Set(of.map(({ id }) => id))], one, `${kind}_not_found`);
  }
  return [...found];
}

/** The records that events tell about, without those that the same events say are gone. */
function subjectsOf(events: Event[]): Subject[] {
  const gone = new Set(events.filter(({ type }) => type.endsWith('.erased')).map(({ subject }) => subject));
  return events.flatMap(({ type, subject: id }) =>
    id === null || gone.has(id) ? [] : [{ id, kind: eventsByType[type].of }],
  );
}

/** The names of records and of pages, as far as they are known. That of a record which is gone is empty. */
export function useSubjectNames(subjects: Subject[], pageIds: string[]): (id: string) => string | undefined {
  // Those that were loaded are not loaded again when more are shown.
  const known = useRef(new Map<string, string>());
  const wanted = subjects.filter(({ id, kind }) => isRead(kind) && !known.current.has(id));
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
  const nameIn = useSubjectNames(subjects, [
    ...subjects.filter(({ kind }) => kind === 'page').map(({ id }) => id),
    ...events.flatMap(({ related }) => related.pageId ?? []),
  ]);
  const keys = new Map(events.map(({ actor }) => [actor?.apiKeyId, actor?.name]));
  return (id) => nameIn(id) || keys.get(id) || undefined;
}
