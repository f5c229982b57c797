import type { Caller } from '../service.ts';
import { type Arguments, filled, namesIn } from './arguments.ts';

/** The ids that get a name beside them: how it is called, and where it is read. */
const kinds = {
  pageId: { name: 'pageTitle', member: 'title', one: '/v0/pages/{id}', all: '/v0/pages' },
  audienceId: {
    name: 'audienceName',
    member: 'effectiveName',
    one: '/v0/audiences/{id}',
    all: '/v0/pages/{pageId}/audiences',
  },
  personId: { name: 'personName', member: 'name', one: '/v0/persons/{id}', all: undefined },
} as const;

export type NamedId = keyof typeof kinds;
type Member = Record<string, unknown>;

/** With so many ids, a list of all is read first. */
const many = 3;
/** The most names that are read one by one. The rest have none. */
const mostReads = 20;

/** The objects in an answer, at any depth. */
function* objectsIn(value: unknown): Generator<Member> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Member;
  for (const member of Object.values(value)) yield* objectsIn(member);
}

/** What the API answers, or nothing: an answer without names is better than none. */
async function found({ call }: Caller, path: string): Promise<Member | undefined> {
  const { status, text } = await call({ method: 'GET', path });
  return status === 200 ? (JSON.parse(text) as Member) : undefined;
}

/** The names of ids of one kind. */
async function namesOf(kind: NamedId, ids: string[], given: Arguments, caller: Caller) {
  const { member, one, all } = kinds[kind];
  const listed =
    all && ids.length >= many && namesIn(all).every((name) => name in given)
      ? await found(caller, `${filled(all, given)}?limit=100`)
      : undefined;
  const items = (listed?.items ?? []) as Member[];
  const names = new Map(items.map((item) => [item[kind], item[member]]));
  const missing = ids.filter((id) => !names.has(id)).slice(0, mostReads);
  await Promise.all(
    missing.map(async (id) => names.set(id, (await found(caller, filled(one, { id })))?.[member])),
  );
  return names;
}

/** The answer with a name beside each id of these kinds. It is left out for what has been removed since. */
export async function withNames<T extends object>(
  answer: T,
  ofKinds: readonly NamedId[],
  given: Arguments,
  caller: Caller,
): Promise<T> {
  await Promise.all(
    ofKinds.map(async (kind) => {
      const objects = objectsIn(answer)
        .filter((object) => typeof object[kind] === 'string')
        .toArray();
      const ids = [...new Set(objects.map((object) => String(object[kind])))];
      const names = await namesOf(kind, ids, given, caller);
      for (const object of objects) {
        const name = names.get(object[kind]);
        if (name !== undefined) object[kinds[kind].name] = name;
      }
    }),
  );
  return answer;
}
