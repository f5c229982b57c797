import { env } from 'cloudflare:workers';
import { isDeepStrictEqual } from 'node:util';
import type { PublishRequested } from '../../src/content/versions/messages.ts';
import { isOfKnownRequest } from '../../src/db/keyed-request.ts';
import type { DeliveryRequested } from '../../src/db/wake-message.ts';
import { retriedFor } from '../../src/lib/durations.ts';
import type { QueueMessage } from '../../src/visits/beacons/schemas.ts';
import { formLimitOf } from '../../src/visits/beacons/store/form-limit.ts';
import { contents } from '../worker/support/client.ts';
import { type Scheduler, type Task, Violation } from './scheduler.ts';

/** A statement that was sent to D1. */
export interface Sent {
  text: string;
  params: readonly unknown[];
}

/** What becomes of a batch. */
const fates = {
  /** The connection is lost before D1 runs it. */
  'lost before': { runs: false, error: 'D1_ERROR: Network connection lost.' },
  /** D1 commits it, and the answer is lost. */
  'lost after': { runs: true, error: 'D1_ERROR: Network connection lost.' },
  'reset after': { runs: true, error: 'D1_ERROR: D1 DB reset because its code was updated.' },
  overloaded: { runs: false, error: 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.' },
  /** Nobody has described what D1 says. */
  'fails untold': { runs: false, error: 'D1_ERROR: error code: 1101' },
  /** D1 never answers: it has not run it, has run it, or runs it when nobody waits any more. */
  'hangs before': { runs: false, error: undefined },
  'hangs after': { runs: true, error: undefined },
  'hangs, and runs it late': { runs: false, error: undefined },
  /** The Worker stops. */
  'dies before': { runs: false, error: undefined },
  'dies after': { runs: true, error: undefined },
} as const;
export type Fate = keyof typeof fates;
const all = Object.keys(fates) as Fate[];
/** Lost answers are the most interesting faults. */
const likely: readonly Fate[] = [...all, 'lost after', 'lost after', 'lost after', 'lost before'];

const isWrite = ({ text }: Sent) => /^\s*(?:insert|update|delete|with)\b/i.test(text);
/** The notes of who writes and of a key, and what must hold, are no part of what an operation does. */
const isAround = ({ text }: Pick<Sent, 'text'>) =>
  /^insert into "?(?:author_notes|keyed_request)|^select \(select case when "event_actor"|the guard of this batch/.test(
    text,
  );
/** The note of when a key was last used belongs to no operation. */
const isNoteOfUse = ({ text }: Sent) => /^update "api_keys" set "last_used_at"/.test(text);
/** Whether a statement merges visits into sessions. */
export const isMerge = ({ text }: Sent) => /^insert into "audience_sessions"/.test(text);
/** A run of a webhook sends its batches in turn: one that comes after the next has no lease to hold on to. */
const isOfRun = ({ text }: Sent) => /^update "webhooks" set (?:"lease_id"|"cursor")/.test(text);
const countOf = (name: string, params: readonly unknown[]) => params.join().split(`"${name}":`).length;
/** Whether a statement writes a log without a key. */
const isKeylessLog = ({ text, params }: Sent) =>
  text.startsWith('insert into person_log_writes') && countOf('logId', params) > countOf('keyHash', params);
/** A statement as its first try has it: a call that writes rows of a campaign says when it is a retry. */
const asFirst = ({ text, params }: Sent): Sent => {
  const [, again = ''] =
    /^insert into campaign_row_writes .*?iif\(\?(\d+), 'again', null\)/s.exec(text) ?? [];
  return { text, params: params.map((one, index) => (index === Number(again) - 1 ? 0 : one)) };
};
/** Whether it notes what the service did, beside a request: src/db/notes.ts. */
const isNoteOfService = ({ text }: Sent) => /^insert into "service_(?:errors|days)"/.test(text);
const isOfOperation = (sent: Sent[]) =>
  sent.some(isWrite) && !sent.some((one) => isNoteOfUse(one) || isNoteOfService(one));

/** The versions whose words visitors can have got. */
async function shownVersions(): Promise<string[]> {
  const select = `select version_id as id from audience_versions as v where published_at is not null
    or frozen is not null and (status in ('draft', 'cancelled')
      or exists (select 1 from experiments as e, json_each(e.arms) as a where a.value ->> 'versionId' = v.version_id))`;
  const { results } = await env.DB.prepare(select).all<{ id: string }>();
  return results.map(({ id }) => id);
}

/**
 * Whether a batch names a version that could be shown only after the batch was first sent. A visit that names a version
 * before anybody can get it has none, and the same visit has it once they can.
 */
async function namesLaterWords(sent: Sent[], shown: string[]): Promise<boolean> {
  const visits = JSON.stringify(sent.filter(isMerge));
  return (await shownVersions()).some((id) => !shown.includes(id) && visits.includes(id));
}

/** What a world wants to know of D1 and the queues. */
export interface Listener {
  /** The chance of a fault of each call. */
  chance: number;
  /** What becomes of each batch now, if D1 is away. */
  outage: () => Fate | undefined;
  /** Whether the queues take nothing now. */
  areQueuesAway: () => boolean;
  trace: (line: string) => void;
  /** Called for each batch that writes, when it commits. */
  wrote: (task: Task) => Promise<void>;
  /** Called for each batch that writes, when it commits, but not for a retry of one that has changed something. */
  committed: (task: Task, sent: Sent[], results: D1Result[]) => Promise<void>;
  publishRequested: (job: PublishRequested) => void;
  visitSent: (message: QueueMessage) => void;
  /** The queue of webhooks. */
  rings: Pick<Queue<DeliveryRequested>, 'send'>;
}

/**
 * What a row shows: not which request wrote it, not when the cron takes it, which a late cron rightly changes, and not
 * whether answers of receivers may be kept, which each run says anew before its attempts.
 */
const bare = ({ sweep_at: at, ...row }: { sweep_at?: number | null }) => ({
  ...row,
  write_id: undefined,
  due_at: undefined,
  keeps_answers: undefined,
  isInFlight: at === undefined ? undefined : at !== null,
});

/** A repetition of a keyed request is taken back whole. */
const unlessKnown = (error: unknown): void => {
  if (!isOfKnownRequest(error)) throw error;
};

/** Every row, as far as it shows. */
async function visible(): Promise<Record<string, unknown>> {
  const { event_authors: authors, form_submits: forms, ...tables } = await contents();
  return Object.fromEntries([
    ...Object.entries(tables).map(([table, rows]) => [table, (rows as object[]).map(bare)]),
    // What is older than the window of a form's limit counts no more, whether it is there or not.
    [
      'form_submits',
      (forms as { received_at: number }[]).filter(
        ({ received_at: at }) => at > Date.now() - formLimitOf(env).windowMs,
      ),
    ],
    // Any batch that writes notes that nobody is the author of what was written by hand before it.
    ['event_authors', (authors as { actor: string | null }[]).filter(({ actor }) => actor !== null)],
  ]);
}

/** The tables whose rows differ, with both states. */
const differing = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  Object.keys(before).flatMap((table) =>
    isDeepStrictEqual(before[table], after[table])
      ? []
      : [`${table}: ${JSON.stringify([before[table], after[table]], null, 1)}`],
  );

/** The real bindings. Calls of them wait for their turn, and some fail. */
export function faultyBindings(scheduler: Scheduler, listener: Listener) {
  const known = new WeakMap<D1PreparedStatement, Sent>();
  /** The batches of a task that have changed something, with the versions that could be shown then. */
  const done = new WeakMap<Task, Map<string, string[]>>();
  /** The last batches that are known to have changed something. */
  let changes: { task: Task; sent: Sent[]; shown: string[]; at: number }[] = [];

  /**
   * Runs a batch. A retry of one that has changed something must change nothing. One that changed nothing, such as a
   * refusal, may take effect when it is sent again.
   */
  async function run(
    task: Task,
    session: D1DatabaseSession,
    statements: D1PreparedStatement[],
    isLost: boolean,
  ) {
    const sent = statements.map((one) => known.get(one) ?? { text: '', params: [] });
    if (!isOfOperation(sent)) return session.batch(statements);
    const isOwn = (_: unknown, index: number) => !isAround(sent[index] ?? { text: '' });
    const own = done.get(task) ?? new Map<string, string[]>();
    done.set(task, own);
    const identity = JSON.stringify(sent.filter((one) => !isAround(one)).map(asFirst));
    const shownBefore = own.get(identity);
    const isRetry = shownBefore !== undefined;
    // It takes long to compare all rows.
    const isWatched = isRetry || isLost || scheduler.happens(0.2);
    const before = isWatched ? await visible() : {};
    const shown = isWatched ? await shownVersions() : [];
    const results = await session.batch(statements);
    const changed = isWatched ? differing(before, await visible()) : [];
    if (isRetry && changed.length > 0 && !(await namesLaterWords(sent, shownBefore)))
      throw new Violation(`A retry of ${task.name} changed ${changed.join()}`);
    if (changed.length > 0) {
      own.set(identity, shown);
      if (!sent.some(isOfRun)) changes = [...changes, { task, sent, shown, at: Date.now() }].slice(-3);
    }
    await listener.wrote(task);
    if (!isRetry) await listener.committed(task, sent.filter(isOwn), results.filter(isOwn));
    return results;
  }

  /** Sends one of the last batches that have changed something once more, as a retry that took long. */
  async function sendAgain(): Promise<void> {
    const change = scheduler.pick(changes);
    if (!change || (await namesLaterWords(change.sent, change.shown))) return;
    // The id of a log without a key is noted for this long, when its person changes: no retry takes longer.
    if (change.sent.some(isKeylessLog) && Date.now() > change.at + retriedFor) return;
    listener.trace(`${change.task.number}: sent again`);
    const session = env.DB.withSession('first-primary');
    const before = await visible();
    const statements = change.sent.map(({ text, params }) => session.prepare(text).bind(...params));
    await session.batch(statements).catch(unlessKnown);
    const changed = differing(before, await visible());
    if (changed.length > 0) throw new Violation(`${change.task.name}, sent again, changed ${changed.join()}`);
  }

  const batch = (session: D1DatabaseSession, statements: D1PreparedStatement[]) =>
    scheduler.call(async (task) => {
      const fate =
        listener.outage() ?? (scheduler.happens(listener.chance) ? scheduler.pick(likely) : undefined);
      const { runs, error } = fate ? fates[fate] : { runs: true, error: undefined };
      listener.trace(`${task.number}: D1 ${fate ?? 'answers'}`);
      if (fate) task.faults += 1;
      const results = runs ? await run(task, session, statements, fate !== undefined) : [];
      if (fate === 'hangs, and runs it late')
        scheduler.later(task, () => run(task, session, statements, true).catch(unlessKnown));
      if (fate?.startsWith('hangs')) task.isUnanswered = true;
      if (fate?.startsWith('dies')) task.isDead = true;
      if (error !== undefined) throw new Error(error);
      return results;
    });

  const sessionOf = (session: D1DatabaseSession) => ({
    getBookmark: () => session.getBookmark(),
    prepare: (text: string) => ({
      bind: (...params: unknown[]) => {
        const bound = session.prepare(text).bind(...params);
        known.set(bound, { text, params });
        return bound;
      },
    }),
    batch: (statements: D1PreparedStatement[]) => batch(session, statements),
  });

  /** Sends messages, or fails before or after it. Some are sent twice. */
  const sending = <T>(deliver: (body: T) => void) => {
    const send = (bodies: T[]) =>
      scheduler.call(async (task) => {
        const fate = listener.areQueuesAway()
          ? 'fails before'
          : scheduler.happens(listener.chance)
            ? scheduler.pick(['fails before', 'fails after', 'sends twice', 'dies before', 'dies after'])
            : undefined;
        listener.trace(`${task.number}: queue ${fate ?? 'takes'} ${bodies.length}`);
        if (fate) task.faults += 1;
        const times = fate === undefined || fate.endsWith('after') ? 1 : fate === 'sends twice' ? 2 : 0;
        for (let time = 0; time < times; time++) for (const body of bodies) deliver(structuredClone(body));
        if (fate?.startsWith('dies')) task.isDead = true;
        if (fate?.startsWith('fails')) throw new Error('The queue does not answer.');
      });
    return {
      send: (body: T) => send([body]),
      sendBatch: (messages: Iterable<{ body: T }>) => send([...messages].map(({ body }) => body)),
    };
  };

  const withSession = (constraint: string) => sessionOf(env.DB.withSession(constraint));
  // Other databases take no part.
  const { DB_ACME: _, ...bindings } = env;
  const faulty = {
    ...bindings,
    DB: { withSession } as unknown as D1Database,
    JOBS: sending(listener.publishRequested) as unknown as Queue<PublishRequested>,
    VISITS: sending(listener.visitSent) as unknown as Queue<QueueMessage>,
    WEBHOOKS: listener.rings as unknown as Queue<DeliveryRequested>,
  };
  return { bindings: faulty, sendAgain };
}
