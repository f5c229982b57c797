import { nameOf, names } from '../../vocabulary/names.ts';
import { type Arguments, filled, namesIn } from './arguments.ts';
import type { Caller } from './caller.ts';

/** The ids that get a name beside them: of what, and how it is called. */
const kinds = {
  pageId: { kind: 'page', name: 'pageTitle' },
  audienceId: { kind: 'audience', name: 'audienceName' },
  personId: { kind: 'person', name: 'personName' },
  recipientPersonId: { kind: 'person', name: 'recipientName' },
  accountId: { kind: 'account', name: 'accountName' },
} as const;

export type NamedId = keyof typeof kinds;
type Member = Record<string, unknown>;

/** With so many ids of a kind, a list of all is read first. */
const many = 3;
/** The most names of an answer that are read one by one, for D1's 50 queries on Workers Free. The rest have none. */
const mostReads = 20;

/** The objects in an answer, at any depth. */
function* objectsIn(value: unknown): Generator<Member> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Member;
  for (const member of Object.values(value)) yield* objectsIn(member);
}

/** Whether an object is the thing of the id, and has its name already. */
const isNamed = (object: Member, kind: NamedId) => 'name' in object && Object.keys(object)[0] === kind;

/** What the API answers, or nothing: an answer without names is better than none. */
async function found({ call }: Caller, path: string): Promise<Member | undefined> {
  const { status, text } = await call({ method: 'GET', path });
  return status === 200 ? (JSON.parse(text) as Member) : undefined;
}

/** The newest hundred names of a kind, by id, if a list has them. */
async function listed(kind: NamedId, given: Arguments, caller: Caller): Promise<[unknown, unknown][]> {
  const { kind: of } = kinds[kind];
  const { all }: { one: string; all?: string } = names[of];
  if (!all || !namesIn(all).every((name) => name in given)) return [];
  const list = await found(caller, `${filled(all, given)}?limit=100`);
  return ((list?.items ?? []) as Member[]).map((item) => [item[kind], nameOf(of, item as never)]);
}

/** The answer with a name beside each id of these kinds, but for what is removed, or behind the most names. */
export async function withNames<T extends object>(
  answer: T,
  ofKinds: readonly NamedId[],
  given: Arguments,
  caller: Caller,
): Promise<T> {
  const places = objectsIn(answer)
    .flatMap((object) => ofKinds.map((kind) => ({ object, kind, id: object[kind] })))
    .filter(({ object, kind, id }) => typeof id === 'string' && !isNamed(object, kind))
    .toArray();
  // An id has its kind, so one map has all of them, in the order of the answer.
  const wanted = new Map(places.map(({ id, kind }) => [id, kind]));
  const isMany = (kind: NamedId) =>
    wanted
      .values()
      .filter((of) => of === kind)
      .toArray().length >= many;
  const lists = ofKinds.filter(isMany).map((kind) => listed(kind, given, caller));
  const known = new Map((await Promise.all(lists)).flat());
  const missing = [...wanted].filter(([id]) => !known.has(id)).slice(0, mostReads);
  await Promise.all(
    missing.map(async ([id, kind]) => {
      const { kind: of } = kinds[kind];
      const record = await found(caller, filled(names[of].one, { id: String(id) }));
      known.set(id, record && nameOf(of, record as never));
    }),
  );
  for (const { object, kind, id } of places) {
    const name = known.get(id);
    if (name !== undefined) object[kinds[kind].name] = name;
  }
  return answer;
}
