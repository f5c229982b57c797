import { env } from 'cloudflare:workers';
import { each } from '../../../../src/lib/each.ts';
import { newId } from '../../../../src/lib/ids.ts';
import { mergeVisits } from '../../../../src/visits/beacons/store/merge.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { newPageId } from '../../support/pages.ts';
import { forgetSessions, importSessions } from '../../support/sessions.ts';
import { day, minute } from '../../support/times.ts';
import { databaseFor, lookAt } from './looks.ts';
import { epoch, Model, type Step } from './model.ts';
import { goneAt, type Plan, versionKinds } from './plans.ts';
import { questionOf } from './questions.ts';
import { amended, type Place, seededSessions, store } from './seeds.ts';
import { countKinds, seen } from './seen.ts';
import { importOf, messageOf } from './sent.ts';
import type { Action, Delivery } from './stories.ts';
import {
  type EraseAudience,
  type Interruption,
  noInterruption,
  runClear,
  runRemoval,
  runSeal,
  sealAll,
  sealFew,
} from './tasks.ts';

let runs = 0;

/** Gives an audience a version of each kind, beside its first. */
async function makeVersions(audienceId: string): Promise<Place['versions'][number]> {
  const insert = (id: string, number: number, set: object) => {
    const row = { is_new_page_agent: 0, created_at: 0, transition_id: id, ...set };
    const values = { audience_id: audienceId, version_id: id, version_number: number, ...row };
    return env.DB.prepare(
      `insert into audience_versions (${Object.keys(values)}) values (${Object.keys(values).map(() => '?')})`,
    ).bind(...Object.values(values));
  };
  const ids = each(versionKinds, () => newId('version'));
  await env.DB.batch([
    insert(ids.gone, 2, { status: 'archived', published_at: 1, obsolete_at: goneAt, archived_at: goneAt }),
    insert(ids.live, 3, { status: 'published', published_at: goneAt }),
    insert(ids.arm, 4, { status: 'cancelled', frozen: '{}' }),
    insert(ids.draft, 5, { status: 'draft' }),
  ]);
  return ids;
}

async function makePlace(audienceCount: number): Promise<Place> {
  const pageId = await newPageId();
  const audiences: string[] = [];
  for (let n = 0; n < audienceCount; n++) audiences.push(await newAudienceId(pageId));
  return { pageId, audiences, versions: await Promise.all(audiences.map(makeVersions)) };
}

/** The service and the model of one story. */
export class World {
  readonly #model = new Model();
  readonly #run: number;
  readonly #plans: Plan[];
  readonly #places: Place[];
  readonly #archived = new Set<string>();

  private constructor(run: number, plans: Plan[], places: Place[]) {
    [this.#run, this.#plans, this.#places] = [run, plans, places];
    vi.setSystemTime(this.#model.now);
  }

  /** Begins a story without the sessions of the one before. */
  static async begin(plans: Plan[]): Promise<World> {
    await forgetSessions();
    return new World(++runs, plans, [await makePlace(3), await makePlace(1)]);
  }

  #planAt(n: number) {
    const index = n % this.#plans.length;
    const plan = this.#plans[index] as Plan;
    const place = this.#places[plan.page] as Place;
    // No page has the fourth audience.
    const claimed = plan.audience === 3 ? 'audience_none' : (place.audiences[plan.audience] ?? null);
    const versionId = place.versions[plan.audience]?.[plan.version];
    const id = `model-session-${this.#run}-${String(index).padStart(2, '0')}`;
    return { plan, index, place, claimed, versionId, id };
  }

  #emailOf = (sender: number) => `sender-${this.#run}-${sender}@model.example`;

  #formOf = (sender: number | undefined) => ({
    email: sender === undefined ? null : this.#emailOf(sender),
    phone: null,
  });

  async #deliver(of: Delivery[]): Promise<void> {
    const model = this.#model;
    const starts = new Map<string, number>();
    const messages = of.map(({ visit: n, step: at, latency, tellsValues, tellsVersion, claim }) => {
      const { plan, place, claimed, id, ...its } = this.#planAt(n);
      const { pageId } = place;
      const audienceId = { its: claimed, none: null, unknown: 'audience_none' }[claim];
      const step = plan.steps[at % plan.steps.length] as Step;
      const failed = audienceId === 'audience_none';
      const [values, pageUrl] = tellsValues ? [plan.values, plan.pageUrl] : [{}, undefined];
      const start = plan.start + latency;
      const versionId = tellsVersion ? its.versionId : undefined;
      const isShown = plan.version === 'gone' ? model.removedBefore < goneAt : plan.version !== 'draft';
      const counted = { ...values, ...(claim === 'its' && isShown && { versionId }) };
      model.deliver(
        id,
        { pageId, audienceId: failed ? null : audienceId, failed, start, values: counted },
        step,
        starts,
      );
      const form = step.form ? this.#formOf(plan.sender) : undefined;
      return messageOf({ id, pageId, audienceId, versionId, start, step, values, pageUrl, form });
    });
    // Forms are written when all visits are merged.
    for (const { visit: n, step: at } of of) {
      const { plan, id } = this.#planAt(n);
      if (plan.sender !== undefined && plan.steps[at % plan.steps.length]?.form) model.name(id, plan.sender);
    }
    await mergeVisits(openTestDatabase(), messages);
  }

  async #erase(sender: number): Promise<void> {
    const personId = await env.DB.prepare('select person_id from persons where email = ?')
      .bind(this.#emailOf(sender))
      .first<string>('person_id');
    if (personId === null) return;
    this.#model.erase(sender);
    const { status, text } = await send('DELETE', `/v0/persons/${personId}`);
    expect(status, text).toBe(200);
  }

  /** Erases the person of an audience, as the trigger does, and clears its sessions. */
  async #eraseAudience({ audience, interruption }: EraseAudience): Promise<void> {
    const model = this.#model;
    const all = this.#places.flatMap(({ pageId, audiences }) => audiences.map((id) => ({ pageId, id })));
    const of = all[audience];
    if (!of || !model.eraseAudience(of.id)) return;
    await env.DB.prepare(
      `insert into erased_audiences (audience_id, page_id, clears_until, step, due_at) values (?, ?, ?, 'sessions', 0)
        on conflict do update set clears_until = excluded.clears_until, step = 'sessions', place = null, due_at = 0`,
    )
      .bind(of.id, of.pageId, model.now)
      .run();
    await runClear(interruption, model, async () => {
      // The others write what the model has, which knows nothing of the half of a task.
      if (interruption.what !== 'amend') await this.#meanwhile(interruption);
    });
    model.clearAudience(of.id);
    if ([...model.sessions.values()].some(({ audienceId }) => audienceId === of.id)) seen.cleared += 1;
  }

  /** Imports visits of one page. */
  async #import(visits: number[]): Promise<void> {
    const model = this.#model;
    const { pageId } = this.#planAt(visits[0] ?? 0).place;
    const chosen = [...new Map(visits.map((n) => [this.#planAt(n).index, this.#planAt(n)])).values()]
      .filter(({ place }) => place.pageId === pageId)
      .map(({ plan, versionId, ...one }) => ({
        ...one,
        plan: { ...plan, values: { ...plan.values, versionId } },
        id: `imported-${one.id}`,
        last: plan.steps.at(-1) as Step,
      }));
    const { status, body } = await importSessions(
      pageId,
      chosen.map(({ id, claimed: audienceId, plan, last: step }) =>
        importOf({ ...plan, id, pageId, audienceId, step, form: undefined }),
      ),
    );
    const isOld = chosen.some(({ plan: { start } }) => start < model.removedBefore);
    const isUnknown = chosen.some(({ plan: { audience } }) => audience === 3);
    const isAhead = chosen.some(({ plan: { start }, last }) => start + last.active > model.now + 5 * minute);
    expect(status).toBe(isOld || isAhead ? 400 : isUnknown ? 404 : 200);
    if (status !== 200) return;
    const fresh = chosen.filter(({ id }) => !model.sessions.has(id));
    expect(body.importedCount).toBe(fresh.length);
    for (const { id, claimed: audienceId, last, plan } of fresh)
      model.import(id, { ...plan, pageId, audienceId }, last);
  }

  async #seed(of: Parameters<typeof seededSessions>[3]): Promise<void> {
    const prefix = `${this.#run}-${this.#model.sessions.size}`;
    const sessions = seededSessions(this.#model, prefix, this.#places, of);
    for (const session of sessions) this.#model.sessions.set(session.id, session);
    await store(sessions);
  }

  /** What others do during a task. */
  async #meanwhile({ what, salt }: Interruption): Promise<void> {
    const beacon = { step: 3, latency: 0, tellsValues: true, tellsVersion: true, claim: 'its' as const };
    if (what === 'visits')
      await this.#deliver([salt, salt + 1, salt + 2].map((n) => ({ ...beacon, visit: n % 12 })));
    else if (what === 'amend') {
      const kinds = ['numbers', 'earlier', 'audience', 'values', 'form'] as const;
      const [kind = 'numbers', every = 1] = [kinds[salt % 5], ([1, 7, 50] as const)[salt % 3]];
      await store(
        amended(this.#model, this.#places, { every, offset: salt, what: kind, earlier: 7 * minute }),
      );
    } else if (what === 'seal') await sealFew(this.#model.now);
    else if (what === 'remove') {
      const before = Math.min(epoch + (salt % 25) * day, this.#model.now - 2 * day) - epoch;
      const how = { kind: 'remove', how: 'whole', writes: 35, interruption: noInterruption } as const;
      await runRemoval({ ...how, before }, this.#model, async () => {});
    }
  }

  async act(action: Action): Promise<void> {
    const model = this.#model;
    if (action.kind === 'deliver') await this.#deliver(action.of);
    else if (action.kind === 'wait') {
      model.now = Math.max(model.now, epoch + action.until);
      vi.setSystemTime(model.now);
    } else if (action.kind === 'seal')
      await runSeal(action, model.now, () => this.#meanwhile(action.interruption));
    else if (action.kind === 'remove')
      await runRemoval(action, model, async (follow) => {
        await follow();
        await this.#meanwhile(action.interruption);
      });
    else if (action.kind === 'erase') await this.#erase(action.sender);
    else if (action.kind === 'erase audience') await this.#eraseAudience(action);
    else if (action.kind === 'import') await this.#import(action.visits);
    else if (action.kind === 'archive') {
      const [{ pageId, audiences }] = this.#places as [Place];
      const id = audiences[action.audience] ?? '';
      this.#archived.add(id);
      await send('POST', `/v0/pages/${pageId}/audiences/${id}/archive`, {});
    } else if (action.kind === 'seed') await this.#seed(action.of);
    else if (action.kind === 'amend') await store(amended(model, this.#places, action.of));
    else await this.#look(action);
  }

  async #look(of: Parameters<typeof questionOf>[2]): Promise<void> {
    const question = questionOf(this.#model, this.#places, of);
    if (!question) return;
    await countKinds(this.#model);
    const open = databaseFor(this.#model, question);
    await lookAt({ model: this.#model, archived: this.#archived, question, open });
  }

  /** Long after: all sessions are sealed, and each is in a block of its page and in one of the workspace. */
  async end(): Promise<void> {
    this.#model.now = epoch + 90 * day;
    vi.setSystemTime(this.#model.now);
    await sealAll(this.#model.now);
    const { results } = await env.DB.prepare(
      `select is_removed, page_id = '' as of_all, sum(count) as sessions from session_blocks group by 1, 2
        union all select -1, 0, count(*) from session_corrections`,
    ).all<{ is_removed: number; of_all: number; sessions: number }>();
    const countOf = (isRemoved: number, ofAll: number) =>
      results.find((row) => row.is_removed === isRemoved && row.of_all === ofAll)?.sessions ?? 0;
    const removed = Array.from(this.#model.sessions.values()).filter((session) => session.removed).length;
    const stored = this.#model.sessions.size - removed;
    expect([0, 1].map((ofAll) => countOf(0, ofAll))).toEqual([stored, stored]);
    expect([0, 1].map((ofAll) => countOf(1, ofAll))).toEqual([removed, removed]);
    expect(countOf(-1, 0)).toBe(0);
  }
}
