import { mergeVisits } from '../../../../src/visits/beacons/store/merge.ts';
import { openTestDatabase } from '../../support/client.ts';
import { expectExactNumbers, numberAll } from '../../support/numbers.ts';
import { ok } from '../../support/replies.ts';
import { forgetSessions, importSessions } from '../../support/sessions.ts';
import { hour, minute } from '../../support/times.ts';
import { epoch, Model, type Step } from '../sessions/model.ts';
import { type Form, importOf, messageOf } from '../sessions/sent.ts';
import {
  type Interruption,
  noInterruption,
  runClear,
  runNumber,
  runRemoval,
  runSeal,
  sealAll,
  sealFew,
} from '../sessions/tasks.ts';
import { type LinkLook, lookAtLinks, wholeLinkLook } from './link-looks.ts';
import { clearedBy, linkOf, noteBeacons, noteLinks } from './link-seen.ts';
import { Links } from './links.ts';
import { lookAt, type Question, wholeQuestion } from './looks.ts';
import { contactCount, People } from './people.ts';
import { noteKinds } from './seen.ts';
import type { Action, Beacon, Visit } from './stories.ts';
import { expectNoTrace } from './traces.ts';
import { Visitors } from './visitors.ts';

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
  readonly #links: Links;
  /** The audiences whose persons have been erased since the cron ran last. */
  readonly #uncleared = new Set<string>();

  private constructor(run: number, visits: Visit[], people: People, links: Links) {
    [this.#run, this.#visits, this.#people, this.#links] = [run, visits, people, links];
    this.#visitors = new Visitors(this.#model, people);
  }

  get #sight() {
    return { model: this.#model, people: this.#people, visitors: this.#visitors, links: this.#links };
  }

  /** Begins a story without the sessions of the one before. */
  static async begin(visits: Visit[]): Promise<World> {
    await forgetSessions();
    vi.setSystemTime(epoch);
    const run = ++runs;
    const people = await People.begin(run);
    const world = new World(run, visits, people, await Links.begin(run, people));
    vi.setSystemTime(world.#model.now);
    return world;
  }

  #visitAt(n: number) {
    const index = n % this.#visits.length;
    const visit = this.#visits[index] as Visit;
    const place = this.#people.placeAt(visit.plan.page);
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
  #received({ visit: n, step: at, latency, tellsValues, claim, url, isOtherSender }: Beacon) {
    const { visit, place, audienceId: its, id } = this.#visitAt(n);
    const { plan } = visit;
    const { pageId, audiences } = place;
    const step = plan.steps[at % plan.steps.length] as Step;
    const claimed = {
      its,
      none: null,
      other: audiences[(visit.audience + 1) % audiences.length]?.audienceId ?? null,
      foreign: this.#people.places.find((one) => one !== place)?.audiences[0]?.audienceId ?? null,
      unknown: unknownAudience,
    }[claim];
    const landing = { its: visit.landing, other: visit.otherLanding, none: undefined }[url];
    const landed = landing && this.#links.landedOn(landing, pageId);
    const form = this.#formOf(visit, step, Number(isOtherSender));
    const values = { ...(tellsValues ? plan.values : {}), landingPath: undefined, ...landed?.values };
    const whose = { id, pageId, start: plan.start + latency, step, form, values };
    const message = messageOf({ ...whose, audienceId: claimed, pageUrl: landed?.pageUrl });
    const { receivedAt } = message;
    const audienceId = audiences.some((audience) => audience.audienceId === claimed) ? claimed : null;
    return { ...whose, audienceId, isFailed: claimed !== null && audienceId === null, receivedAt, message };
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
    const linksBefore = new Map([...model.sessions].map(([id, session]) => [id, linkOf(session)]));
    const starts = new Map<string, number>();
    for (const [id, own] of Map.groupBy(beacons, (one) => one.id)) {
      // The first audience stays.
      const accepted = own.filter(({ isAccepted }) => isAccepted);
      const reported = accepted.find(({ audienceId }) => audienceId !== null)?.audienceId;
      const audienceId = before.get(id) ?? reported ?? null;
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
      { recipientsFrom: hasRecipients ? 0 : Number.MAX_SAFE_INTEGER },
    );
    await this.#visitors.merged(beacons, before);
    noteBeacons(this.#sight, beacons, linksBefore);
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
      const { pageUrl, values: landed } = this.#links.landedOn(visit.landing, pageId);
      const values = { ...plan.values, ...landed };
      return [
        { id: `imported-${rest.id}`, pageId, audienceId, start: plan.start, step, form, values, pageUrl },
      ];
    });
    if (sessions.length === 0) return;
    const { hasRecipients } = this.#visitors;
    const body = await ok(
      importSessions(
        pageId,
        sessions.map(importOf),
        hasRecipients ? {} : { bindings: { RECIPIENTS: 'off' } },
      ),
    );
    const fresh = sessions.filter(({ id }) => !model.sessions.has(id));
    expect(body.importedCount).toBe(fresh.length);
    for (const { id, step, form, ...of } of fresh) this.#visitors.imported(model.import(id, of, step), form);
  }

  #wait(until: number): void {
    this.#model.now = Math.max(this.#model.now, until);
    vi.setSystemTime(this.#model.now);
  }

  async #erase(nth: number): Promise<void> {
    const { now } = this.#model;
    const until = now + 5 * minute;
    const erased = await this.#people.erase(nth, { now, until });
    if (!erased) return;
    for (const id of erased.audienceIds) {
      this.#model.eraseAudience(id, until);
      this.#uncleared.add(id);
    }
    const lost = clearedBy(this.#model, () => this.#visitors.erased(erased.person));
    if (lost.length > 0) this.#links.notes.add('clearedSender');
  }

  /** What others do during a task: here, who erases comes for `amend`, and who moves for `remove`. */
  async #meanwhile({ what, salt }: Interruption): Promise<void> {
    const of = { step: 3, latency: 0, tellsValues: true, isOtherSender: false };
    const beacon = { ...of, claim: 'its', url: 'its' } as const;
    if (what === 'visits')
      await this.#deliver([salt, salt + 1, salt + 2].map((n) => ({ ...beacon, visit: n % 12 })));
    else if (what === 'amend') await this.#erase(salt);
    else if (what === 'remove') await this.#people.move(salt, salt % 5);
    else if (what === 'seal') await sealFew(this.#model.now);
  }

  /** The cron clears the sessions of erased audiences. With `isSealed`, it corrects all blocks too. */
  async #clear(isSealed: boolean, interruption: Interruption): Promise<void> {
    const model = this.#model;
    await runClear(interruption, model, () => this.#meanwhile(interruption));
    const lost = clearedBy(model, () => {
      for (const id of this.#uncleared) model.clearAudience(id);
      this.#uncleared.clear();
      this.#visitors.cleared();
    });
    if (lost.length > 0) this.#links.notes.add('clearedRecipient');
    if (lost.some(({ removed }) => removed)) this.#links.notes.add('clearedRemoved');
    if (isSealed) {
      await sealAll(model.now);
      await numberAll();
    }
    await expectNoTrace(this.#sight, isSealed);
  }

  async #look(question: Question): Promise<void> {
    await expectExactNumbers();
    if ((await lookAt(this.#sight, question)) > 0) await noteKinds(this.#sight, question);
  }

  async #lookAtLinks(of: LinkLook): Promise<void> {
    if (await lookAtLinks(this.#sight, of)) noteLinks(this.#sight);
  }

  async act(action: Action): Promise<void> {
    const [model, people] = [this.#model, this.#people];
    if (action.kind === 'deliver') await this.#deliver(action.beacons);
    else if (action.kind === 'import') await this.#import(action.visits);
    else if (action.kind === 'seal')
      await runSeal(action, model.now, () => this.#meanwhile(action.interruption));
    else if (action.kind === 'number')
      await runNumber(action, model.now, () => this.#meanwhile(action.interruption));
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
    else if (action.kind === 'look at links') await this.#lookAtLinks(action);
    else if (action.kind === 'link') await this.#links[action.verb](action.to, action.nth);
    else await this.#look(action.question);
  }

  /** Long after the last visit: all is sealed, and nothing names who has been erased. */
  async end(): Promise<void> {
    for (const page of [0, 1] as const) await this.#lookAtLinks(wholeLinkLook(page));
    await this.#look(wholeQuestion);
    this.#wait(this.#model.now + 2 * hour);
    await this.#clear(true, noInterruption);
    await this.#look(wholeQuestion);
    for (const page of [0, 1] as const) await this.#lookAtLinks(wholeLinkLook(page));
  }
}
