import { env } from 'cloudflare:workers';
import { expect, vi } from 'vitest';
import { sealSessions } from '../../../../src/analytics/worker/seal.ts';
import type { VisitMessage } from '../../../../src/visits/schemas.ts';
import { mergeVisits } from '../../../../src/visits/store/merge.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { forgetSessions, importSessions } from '../../support/sessions.ts';
import { epoch, hour, Model, type Session, type Step } from '../sessions/model.ts';
import { type Interruption, runClear, runRemoval, runSeal } from '../sessions/tasks.ts';
import { lookAt, type Question, wholeQuestion } from './looks.ts';
import { contactCount, People, type Place } from './people.ts';
import { noteKinds } from './seen.ts';
import type { Action, Beacon, Visit } from './stories.ts';
import { type Form, Visitors } from './visitors.ts';

let runs = 0;

/** No page has it. */
const unknownAudience = 'audience_none';

/** The service and the model of one story. */
export class World {
  readonly #model = new Model();
  readonly #run: number;
  readonly #visits: Visit[];
  readonly #people: People;
  readonly #visitors: Visitors;

  private constructor(run: number, visits: Visit[], people: People) {
    [this.#run, this.#visits, this.#people] = [run, visits, people];
    this.#visitors = new Visitors(this.#model, people);
  }

  /** Begins a story without the sessions of the one before. */
  static async begin(visits: Visit[]): Promise<World> {
    await forgetSessions();
    vi.setSystemTime(epoch);
    const run = ++runs;
    const world = new World(run, visits, await People.begin(run));
    vi.setSystemTime(world.#model.now);
    return world;
  }

  #visitAt(n: number) {
    const index = n % this.#visits.length;
    const visit = this.#visits[index] as Visit;
    const place = this.#people.places[visit.plan.page] as Place;
    const audienceId = place.audiences[visit.audience]?.audienceId ?? unknownAudience;
    return { visit, place, audienceId, id: `visitor-session-${this.#run}-${String(index).padStart(2, '0')}` };
  }

  /** The form of a visit at one of its steps. */
  #formOf({ plan, form: { contact: n, has, phoneOf, isAnonymousFirst } }: Visit, step: Step, other = 0) {
    if (!step.form) return undefined;
    const contactAt = (nth: number) => this.#people.contacts[nth % contactCount];
    const isFirst = plan.steps.find(({ form }) => form) === step;
    const isNamed = has !== 'neither' && !(isAnonymousFirst && isFirst);
    const form: Form = {
      email: isNamed && has !== 'phone' ? (contactAt(n + other)?.email ?? null) : null,
      phone: isNamed && has !== 'email' ? (contactAt(n + other + phoneOf)?.phone ?? null) : null,
    };
    return form;
  }

  /** A beacon as the queue has it, and what the model knows of it. */
  #received({ visit: n, step: at, latency, tellsCountry, claim, isOtherSender }: Beacon) {
    const { visit, place, audienceId: its, id } = this.#visitAt(n);
    const { plan } = visit;
    const { pageId, audiences } = place;
    const step = plan.steps[at % plan.steps.length] as Step;
    const audienceId = {
      its,
      none: null,
      other: audiences[(visit.audience + 1) % audiences.length]?.audienceId ?? null,
      foreign: this.#people.places.find((one) => one !== place)?.audiences[0]?.audienceId ?? null,
      unknown: unknownAudience,
    }[claim];
    const form = this.#formOf(visit, step, Number(isOtherSender));
    const start = plan.start + latency;
    const receivedAt = start + step.elapsed;
    const country = (tellsCountry ? plan.values.country : undefined) ?? null;
    const message: VisitMessage = {
      workspace: 'main',
      receivedAt,
      visit: {
        analyticsSessionId: id,
        pageId,
        audienceId,
        elapsedMs: step.elapsed,
        activeMs: step.active,
        engagedMs: step.engaged,
        maxScrollDepthPercentage: step.scroll / 100,
        clicksCount: step.clicks,
        questionsAskedCount: step.questions,
        hasConversion: step.conversion,
        ...(form
          ? {
              formSubmit: {
                formSubmissionId: 'form',
                ...(form.email === null ? {} : { email: form.email }),
                ...(form.phone === null ? {} : { phone: form.phone }),
              },
            }
          : {}),
      },
      dimensions: { country, referrer: null, device: null, browser: null },
    };
    const known = audiences.some((audience) => audience.audienceId === audienceId) ? audienceId : null;
    const isFailed = audienceId !== null && known === null;
    const values = country === null ? {} : { country };
    return { id, pageId, audienceId: known, isFailed, start, receivedAt, step, form, values, message };
  }

  /** Beacons of one batch. */
  async #deliver(of: Beacon[]): Promise<void> {
    const model = this.#model;
    const beacons = of.map((one) => {
      const beacon = this.#received(one);
      return { ...beacon, isAccepted: model.accepts(beacon.start) };
    });
    this.#wait(Math.max(...beacons.map(({ receivedAt }) => receivedAt)));
    const before = new Map([...model.sessions].map(([id, { audienceId }]) => [id, audienceId]));
    const starts = new Map<string, number>();
    const accepted = beacons.filter(({ isAccepted }) => isAccepted);
    for (const [id, own] of Map.groupBy(accepted, (one) => one.id)) {
      // The first audience stays. Of several that come at once to a session without, it is the last by its id.
      const first = before.get(id) ?? (before.has(id) ? null : own[0]?.audienceId);
      const last = own.flatMap(({ audienceId }) => audienceId ?? []).sort();
      const audienceId = first ?? last.at(-1) ?? null;
      for (const { pageId, isFailed, start, values, step } of own)
        model.deliver(
          id,
          { pageId, audienceId, failed: isFailed && audienceId === null, start, values },
          step,
          starts,
        );
    }
    const { hasRecipients } = this.#visitors;
    await mergeVisits(
      openTestDatabase(),
      beacons.map(({ message }) => message),
      { hasRecipients },
    );
    await this.#visitors.merged(beacons, before);
  }

  /** Imports visits of one page that are over. */
  async #import(numbers: number[]): Promise<void> {
    const model = this.#model;
    const { pageId } = this.#visitAt(numbers[0] ?? 0).place;
    const chosen = new Map(numbers.map((n) => [this.#visitAt(n).id, this.#visitAt(n)]));
    const sessions = [...chosen.values()].flatMap(({ visit, place, audienceId: id, ...rest }) => {
      const { plan } = visit;
      const step = plan.steps.at(-1) as Step;
      if (place.pageId !== pageId || plan.start < model.removedBefore) return [];
      if (plan.start + step.active > model.now) return [];
      const audienceId = id === unknownAudience ? null : id;
      const form = this.#formOf(visit, step) ?? { email: null, phone: null };
      return [{ ...plan, id: `imported-${rest.id}`, audienceId, step, form }];
    });
    if (sessions.length === 0) return;
    const { hasRecipients } = this.#visitors;
    const body = await ok(
      importSessions(
        pageId,
        sessions.map(({ id, audienceId, start, step, form, values }) => ({
          analyticsSessionId: id,
          audienceId,
          hasConversion: step.conversion,
          hasFormSubmit: step.form,
          maxScrollDepthPercentage: step.scroll / 100,
          questionsAskedCount: step.questions,
          totalClicksCount: step.clicks,
          timeSpentSeconds: step.engaged / 1000,
          sessionStartedAt: new Date(start).toISOString(),
          sessionEndedAt: new Date(start + step.active).toISOString(),
          country: values.country,
          formSubmissionEmail: form.email,
          formSubmissionPhone: form.phone,
        })),
        hasRecipients ? {} : { bindings: { RECIPIENTS: 'off' } },
      ),
    );
    const fresh = sessions.filter(({ id }) => !model.sessions.has(id));
    expect(body.importedCount).toBe(fresh.length);
    for (const { id, audienceId, start, step, form, values } of fresh) {
      const { country } = values;
      const rest = { imported: true, failed: false, removed: false, named: undefined, erased: false };
      const session: Session = { ...step, ...rest, id, pageId, audienceId, start, values: { country } };
      model.sessions.set(id, session);
      this.#visitors.imported(session, form);
    }
  }

  #wait(until: number): void {
    this.#model.now = Math.max(this.#model.now, until);
    vi.setSystemTime(this.#model.now);
  }

  async #erase(nth: number): Promise<void> {
    const person = await this.#people.erase(nth, this.#model.now);
    if (person) this.#visitors.erased(person);
  }

  /** What others do during a task: here, who erases comes for `amend`, and who moves for `remove`. */
  async #meanwhile({ what, salt }: Interruption): Promise<void> {
    const beacon = { step: 3, latency: 0, tellsCountry: true, claim: 'its', isOtherSender: false } as const;
    if (what === 'visits')
      await this.#deliver([salt, salt + 1, salt + 2].map((n) => ({ ...beacon, visit: n % 12 })));
    else if (what === 'amend') await this.#erase(salt);
    else if (what === 'remove') await this.#people.move(salt, salt % 5);
    else if (what === 'seal')
      await sealSessions(openTestDatabase(), this.#model.now, { isForced: true, budget: { writes: 2 } });
  }

  /** The cron clears the sessions of erased audiences. With `isSealed`, it corrects all blocks too. */
  async #clear(isSealed: boolean, interruption: Interruption): Promise<void> {
    const { now } = this.#model;
    await runClear({ kind: 'erase audience', audience: 0, interruption }, now, () =>
      this.#meanwhile(interruption),
    );
    this.#visitors.cleared();
    this.#expectNoTrace((await send('GET', '/v0/analytics/persons?limit=100')).text);
    if (!isSealed) return;
    while ((await sealSessions(openTestDatabase(), now, { isForced: true })) > 0);
    const tables = ['audience_sessions', 'session_blocks', 'session_corrections'];
    const rows = await env.DB.batch(tables.map((table) => env.DB.prepare(`select * from ${table}`)));
    this.#expectNoTrace(JSON.stringify(rows.map(({ results }) => results)));
  }

  /** Holds that a text names nobody who has been erased. */
  #expectNoTrace(text: string): void {
    for (const personId of this.#people.erased) expect(text).not.toContain(personId);
  }

  async #look(question: Question): Promise<void> {
    const sight = { model: this.#model, people: this.#people, visitors: this.#visitors };
    if ((await lookAt(sight, question)) > 0) await noteKinds(sight, question);
  }

  async act(action: Action): Promise<void> {
    const [model, people] = [this.#model, this.#people];
    if (action.kind === 'deliver') await this.#deliver(action.beacons);
    else if (action.kind === 'import') await this.#import(action.visits);
    else if (action.kind === 'seal')
      await runSeal(action, model.now, () => this.#meanwhile(action.interruption));
    else if (action.kind === 'remove')
      await runRemoval(action, model, async (follow) => {
        await follow();
        await this.#meanwhile(action.interruption);
      });
    else if (action.kind === 'erase') await this.#erase(action.person);
    else if (action.kind === 'clear') await this.#clear(action.isSealed, action.interruption);
    else if (action.kind === 'move') await people.move(action.person, action.company);
    else if (action.kind === 'join') {
      await people.join(action.contact);
      await people.address(action.place, action.person);
    } else if (action.kind === 'archive')
      await people.archive(action.place, action.audience, action.isRestored);
    else if (action.kind === 'switch') this.#visitors.hasRecipients = action.hasRecipients;
    else if (action.kind === 'wait') this.#wait(model.now + action.time);
    else await this.#look(action.question);
  }

  /** Long after the last visit: all is sealed, and nothing names who has been erased. */
  async end(): Promise<void> {
    await this.#look(wholeQuestion);
    this.#wait(this.#model.now + 2 * hour);
    const interruption = { at: 0, moment: 'before', what: 'none', isRetried: false, salt: 0 } as const;
    await this.#clear(true, interruption);
    await this.#look(wholeQuestion);
  }
}
