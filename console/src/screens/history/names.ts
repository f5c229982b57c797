import { type Event, getAccount, getAudienceById, getPageLink, getPerson } from '@footfall/client';
import { useRef } from 'preact/hooks';
import { eventsByType } from '../../../../src/vocabulary/events.ts';
import { type NamedKind, nameOf } from '../../../../src/vocabulary/names.ts';
import { ask } from '../../data/api.ts';
import { loadByIds } from '../../data/at-most.ts';
import { pageName, usePagesById } from '../../data/pages.ts';
import { useQuery } from '../../data/query.ts';
import { kindOf } from '../../nav/router.ts';

/** How a record is read. Pages have a list, and keys have no operation for one. */
const readers = {
  person: (id, signal) => ask(getPerson, { path: { person_id: id }, signal }),
  account: (id, signal) => ask(getAccount, { path: { account_id: id }, signal }),
  audience: (id, signal) => ask(getAudienceById, { path: { audience_id: id }, signal }),
  page_link: (id, signal) => ask(getPageLink, { path: { page_link_id: id }, signal }),
} satisfies Partial<Record<NamedKind, (id: string, signal: AbortSignal) => Promise<object>>>;

const isRead = (kind: string | undefined): kind is keyof typeof readers =>
  kind !== undefined && Object.hasOwn(readers, kind);

/** The names of records, each once. That of one which is not there any more is empty. */
async function namesOf(ids: string[], signal: AbortSignal): Promise<[id: string, name: string][]> {
  const found = new Map(ids.map((id) => [id, '']));
  for (const [kind, of] of Map.groupBy(ids, kindOf)) {
    if (!isRead(kind)) continue;
    const one = async (id: string) =>
      found.set(id, nameOf(kind, (await readers[kind](id, signal)) as never) ?? id);
    await loadByIds([...new Set(of)], one, `${kind}_not_found`);
  }
  return [...found];
}

/**
 * The records that events tell about, without those that the same events say are gone. The id of a visit may be any text,
 * also that of a person.
 */
function subjectsOf(events: Event[]): string[] {
  const gone = new Set(events.filter(({ type }) => type.endsWith('.erased')).map(({ subject }) => subject));
  return events.flatMap(({ type, subject: id }) =>
    id === null || gone.has(id) || eventsByType[type].of === 'visit' ? [] : [id],
  );
}

/** The names of records and of pages, as far as they are known. That of a record which is gone is empty. */
export function useSubjectNames(subjects: readonly string[]): (id: string) => string | undefined {
  // Those that were loaded are not loaded again when more are shown.
  const known = useRef(new Map<string, string>());
  const wanted = subjects.filter((id) => isRead(kindOf(id)) && !known.current.has(id));
  const ids = [...new Set(wanted)].toSorted();
  const names = useQuery(ids.length > 0 ? ['event-names', ids] : undefined, (signal) =>
    namesOf(wanted, signal),
  );
  for (const [id, name] of names.data ?? []) known.current.set(id, name);
  const pageIds = subjects.filter((id) => kindOf(id) === 'page');
  const pages = usePagesById([...new Set(pageIds)], pageIds.length > 0);
  return (id) => {
    const page = pages.data?.get(id);
    // Of what is gone by now nothing is remembered.
    const name = subjects.includes(id) ? known.current.get(id) : undefined;
    return (page && pageName(page)) || name;
  };
}

/** The names of the records that events tell about, as far as they are known and there. */
export function useNames(events: Event[] = []): (id: string) => string | undefined {
  const pageIds = events.flatMap(({ related }) => related.pageId ?? []);
  const nameIn = useSubjectNames([...subjectsOf(events), ...pageIds]);
  const keys = new Map(events.map(({ actor }) => [actor?.apiKeyId, actor?.name]));
  return (id) => nameIn(id) || keys.get(id) || undefined;
}
