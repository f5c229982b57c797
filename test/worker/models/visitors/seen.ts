import { env } from 'cloudflare:workers';
import type { Question, Sight } from './looks.ts';
import type { Note } from './visitors.ts';

/** How many looks have found what: most rules matter only where several kinds meet. */
export const seen = {
  looks: 0,
  /** Links that a colleague, somebody of another company, or their recipient has answered. */
  colleague: 0,
  forwarded: 0,
  same: 0,
  /** A person who came from two companies, and one who came without any. */
  moved: 0,
  alone: 0,
  /** Two people of one company. */
  several: 0,
  nobody: 0,
  /** Sessions whose recipient has been erased, before the cron has cleared them, and after. */
  erased: 0,
  cleared: 0,
  /** Recipients of archived audiences, and visits that have none because `RECIPIENTS` was off. */
  archived: 0,
  off: 0,
  /** An audience or a form that came with a later beacon. */
  lateAudience: 0,
  lateForm: 0,
  /** Forms of erased persons, received before the erasure and after it. */
  refused: 0,
  returned: 0,
  imported: 0,
  removed: 0,
  tail: 0,
  changed: 0,
  sealed: 0,
  /** Blocks whose recipients are read as numbers, and some that have changed since. */
  numbered: 0,
  stale: 0,
  ofPage: 0,
  ofCountry: 0,
  bySteps: 0,
};

/** Notes what a look has found. */
export async function noteKinds(
  { model, people, visitors }: Sight,
  { place, countries, interval }: Question,
): Promise<void> {
  const found = await env.DB.prepare(
    `select (select count(*) from session_blocks where is_removed = 0) as sealed,
      (select count(*) from visitor_numbers where is_stale = 0) as numbered,
      (select count(*) from visitor_numbers where is_stale = 1) as stale,
      (select count(*) from session_corrections where counted is not null) as changed,
      (select count(*) from audience_sessions where (session_started_at, analytics_session_id) >
        (coalesce((select sealed_at from session_seal), -1), coalesce((select sealed_id from session_seal), ''))) as tail`,
  ).first<Record<'sealed' | 'numbered' | 'stale' | 'changed' | 'tail', number>>();
  const sessions = [...model.sessions.values()];
  const all = sessions.map((session) => ({ session, ...visitors.of(session) }));
  const isErased = (personId: string | undefined) => people.erased.some((id) => id === personId);
  const came = all.flatMap(({ recipient, sender }) => [recipient, sender].filter((one) => one !== null));
  const accountsOf = Map.groupBy(came, ({ personId }) => personId);
  const peopleOf = Map.groupBy(came, ({ accountId }) => accountId);
  const two = all.filter(({ recipient, sender }) => recipient && sender);
  const isOne = (list: { accountId: string | null; personId: string }[], name: 'accountId' | 'personId') =>
    new Set(list.map((one) => one[name])).size === 1;
  const holds: Record<Exclude<keyof typeof seen, Note>, boolean> = {
    looks: true,
    colleague: two.some(
      ({ recipient, sender }) =>
        recipient?.accountId &&
        recipient.accountId === sender?.accountId &&
        recipient.personId !== sender.personId,
    ),
    forwarded: two.some(({ recipient, sender }) => recipient?.accountId !== sender?.accountId),
    same: two.some(({ recipient, sender }) => recipient?.personId === sender?.personId),
    moved: [...accountsOf.values()].some((list) => !isOne(list, 'accountId')),
    alone: came.some(({ accountId }) => accountId === null),
    several: [...peopleOf].some(([accountId, list]) => accountId !== null && !isOne(list, 'personId')),
    nobody: all.some(({ session, recipient, sender }) => !session.removed && !recipient && !sender),
    erased: all.some(({ recipient }) => isErased(recipient?.personId)),
    cleared: sessions.some((session) => !visitors.of(session).recipient && model.isOfErased(session)),
    imported: all.some(({ session, recipient }) => session.imported && recipient),
    removed: sessions.some(({ removed }) => removed),
    tail: Number(found?.tail) > 0,
    changed: Number(found?.changed) > 0,
    sealed: Number(found?.sealed) > 0,
    numbered: Number(found?.numbered) > 0,
    stale: Number(found?.stale) > 0,
    ofPage: place !== undefined,
    ofCountry: countries.length > 0,
    bySteps: interval !== undefined,
  };
  for (const name of Object.keys(holds) as (keyof typeof holds)[]) seen[name] += Number(holds[name]);
  for (const name of visitors.notes) seen[name] += 1;
}
