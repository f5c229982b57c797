import { env } from 'cloudflare:workers';
import { isDeepStrictEqual } from 'node:util';
import { whole } from '../../bench/lib/random.ts';
import type { EventList } from '../../src/outbound/events/schemas.ts';
import type { EventSettings } from '../../src/outbound/events/settings-schemas.ts';
import { eventTypes } from '../../src/vocabulary/events.ts';
import { wrongInFeed } from '../feed.ts';
import { Actor, agree, type Operation } from './operation.ts';
import { type Scheduler, Violation } from './scheduler.ts';
import { type Expected, Told } from './told.ts';
import { type Change, type Stored, type Table, takeChanges } from './witness.ts';

/** A program that follows the feed. It stores `next` with what it has seen. */
interface Poller {
  types: readonly string[];
  after: number | undefined;
  seen: number[];
}

/** Which table an event is of. */
function tableOf({ type, changes }: Pick<Stored, 'type' | 'changes'>): Table {
  const [kind = ''] = type.split('.');
  if (changes?.[0] === 'supplementaryContext' || kind === 'audience_version') return 'audience_versions';
  if (/^session|^form|visited$/.test(type)) return 'audience_sessions';
  return `${kind}s` as Table;
}

const of = ({ type, subject, related, changes }: Expected): Expected => ({ type, subject, related, changes });
const sortText = (events: Expected[]) => events.map((event) => JSON.stringify(of(event), keys)).sort();
const keys = [
  'type',
  'subject',
  'related',
  'changes',
  'personLogId',
  'accountLogId',
  'pageId',
  'audienceId',
].concat(
  ...[['versionId', 'audienceSessionId', 'analyticsSessionId']],
  ...[['alertId', 'firingId', 'webhookId', 'personId', 'accountId']],
);

/** The feed: what each batch must have told, and the programs that follow it. */
export class Feed extends Actor {
  readonly #told = new Told();
  readonly #pollers: Poller[];
  /** Whether this run changes what the feed keeps. */
  readonly #changesTypes: boolean;
  #heard: ReadonlySet<string> = new Set(eventTypes);
  /** The types that somebody else listens to. */
  readonly #heardByOthers: readonly string[];
  #last = 0;

  constructor(scheduler: Scheduler, heardByOthers: readonly string[]) {
    super(scheduler);
    this.#heardByOthers = heardByOthers;
    this.#changesTypes = scheduler.happens(0.3);
    const some = () => eventTypes.filter(() => scheduler.happens(0.4));
    this.#pollers = [[], some(), some()].map((types) => ({ types, after: undefined, seen: [] }));
  }

  /** Takes what is there as told. A run that changes what the feed keeps begins with some types. */
  async begin(): Promise<void> {
    this.#last = (await takeChanges(0)).events.length;
    if (!this.#changesTypes) return;
    const types = eventTypes.filter(() => this.scheduler.happens(0.5));
    await env.DB.prepare('UPDATE event_settings SET types = ?').bind(JSON.stringify(types)).run();
    this.#heard = new Set(types);
  }

  next(): Operation {
    const { happens, pick } = this.scheduler;
    const poller = pick(this.#pollers);
    return !poller || (this.#changesTypes && happens(0.3)) ? this.#keep() : this.#poll(poller);
  }

  #keep(): Operation {
    const { happens } = this.scheduler;
    const types = happens(0.5) ? eventTypes : eventTypes.filter(() => happens(0.6));
    return {
      method: 'PATCH',
      path: '/v0/event_settings',
      body: { types },
      commit: () => {
        this.#heard = new Set<string>(types);
        return 200;
      },
    };
  }

  #poll(poller: Poller): Operation {
    const limit = 1 + whole(this.scheduler.draw, 20);
    const { after, types } = poller;
    const query = [
      `limit=${limit}`,
      ...(after === undefined ? [] : [`after=${after}`]),
      ...types.map((type) => `type=${type}`),
    ];
    return {
      method: 'GET',
      path: `/v0/events?${query.join('&')}`,
      commit: () => undefined,
      answered: (body) => {
        // Another poll of the same program may have answered since.
        if (poller.after !== after) return false;
        const { events, next, hasMore } = body as EventList;
        poller.seen.push(...events.map(({ sequence }) => sequence));
        poller.after = next;
        return hasMore;
      },
    };
  }

  /**
   * Compares the events of a batch, which has just committed, with the rows that it has changed: each change is told
   * once, in the order of the table and of what it tells about, with the next numbers, by who did it.
   */
  async committed(what: string, actor: object | null): Promise<void> {
    const heard = new Set([...this.#heard, ...this.#heardByOthers]);
    const { changes, events } = await takeChanges(this.#last);
    const numbers = events.map(({ sequence }) => sequence);
    const last = this.#last;
    const expected = numbers.map((_, index) => last + 1 + index);
    if (!isDeepStrictEqual(numbers, expected))
      throw new Violation(`${what} has the events ${numbers.join()} behind ${last}`);
    this.#last += events.length;
    const wrong = events.find((event) => !isDeepStrictEqual(event.actor, actor));
    if (wrong) throw new Violation(`${what}: ${JSON.stringify(wrong)} is not of ${JSON.stringify(actor)}`);
    const groups = changes.map((change) => this.#told.of(change, heard)).filter(({ length }) => length > 0);
    // Triggers on other tables may run between a change and the note of it. Within a table and a subject, they do not.
    inOrder(what, changes, groups, events, tableOf);
    inOrder(
      what,
      changes,
      groups,
      events,
      ({ subject, related }) => subject ?? related.analyticsSessionId ?? '',
    );
  }

  /** Lets the programs read to the end, and compares what they have seen, and the feed, with the tables. */
  async compare(ask: (operation: Operation) => Promise<boolean>): Promise<void> {
    for (const poller of this.#pollers) {
      while (await ask(this.#poll(poller)));
      const select = 'SELECT sequence, type FROM events ORDER BY sequence';
      const { results } = await env.DB.prepare(select).all<{ sequence: number; type: string }>();
      const isWanted = ({ type }: { type: string }) =>
        poller.types.length === 0 || poller.types.includes(type);
      const wanted = results.filter(isWanted).map(({ sequence }) => sequence);
      agree(`The events that a program of ${poller.types.join()} has seen`, poller.seen, wanted);
    }
    const kept = await env.DB.prepare('SELECT types FROM event_settings').first<string>('types');
    const types: EventSettings['types'] = JSON.parse(kept ?? '[]');
    agree('The types that are kept', types.toSorted(), [...this.#heard].sort());
    if (this.#changesTypes) return;
    const query = async (sql: string) => (await env.DB.prepare(sql).all<Record<string, unknown>>()).results;
    agree('The events that the tables contradict', await wrongInFeed(query), []);
  }
}

/** Compares events with those of changes, separately for each key: in order, but for those of one change. */
function inOrder(
  what: string,
  changes: Change[],
  groups: Expected[][],
  events: Stored[],
  keyOf: (event: Expected) => string,
): void {
  const left = Map.groupBy(events, keyOf);
  const wanted = new Map<string, Expected[][]>();
  for (const group of groups)
    for (const [key, part] of Map.groupBy(group, keyOf)) wanted.set(key, [...(wanted.get(key) ?? []), part]);
  for (const key of new Set([...left.keys(), ...wanted.keys()])) {
    const all = left.get(key) ?? [];
    const found: string[] = [];
    const due = (wanted.get(key) ?? []).flatMap((group) => {
      found.push(...sortText(all.splice(0, group.length)));
      return sortText(group);
    });
    found.push(...sortText(all));
    if (isDeepStrictEqual(found, due)) continue;
    const rows = JSON.stringify(changes, null, 1);
    throw new Violation(
      `${what} tells of ${key}: ${found.join('\n')}\nwhere test/faults/told.ts expects: ${due.join('\n')}\n${rows}`,
    );
  }
}
