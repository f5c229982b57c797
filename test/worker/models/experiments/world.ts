import { env } from 'cloudflare:workers';
import { sealSessions } from '../../../../src/analytics/worker/seal.ts';
import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import type { Visit, VisitMessage } from '../../../../src/visits/beacons/schemas.ts';
import type { Experiment } from '../../../../src/visits/experiments/schemas.ts';
import { unitOf } from '../../../../src/visits/experiments/unit.ts';
import { queue } from '../../support/calls.ts';
import { openTestDatabase } from '../../support/client.ts';
import { erase } from '../../support/erasures.ts';
import { actOnTest, readTest, withWeights } from '../../support/experiments.ts';
import { ok } from '../../support/replies.ts';
import { merge, messageOf, newId, visitOf } from '../../support/visits.ts';
import { armFor, type Goal, ModelTest, namespace, type Sent } from './model.ts';
import type { Action, Beacon, Plan, PlannedVisit } from './stories.ts';

/** A beacon that a visit sends: what is known of it, and its message. */
interface Told {
  sent: Sent;
  message: VisitMessage;
}
interface Session {
  audience: string;
  email: string | null;
  version: string | null;
}

const minute = 60_000;

/** Audiences with tests on real D1, beside a model of each test. */
export class World {
  readonly #tests: ModelTest[];
  readonly #beacons: Told[];
  readonly #sessions = new Map<string, Session>();
  readonly #erased = new Set<string>();
  readonly #known: ReadonlySet<string>;
  #burst = 0;

  private constructor(tests: ModelTest[], beacons: Told[], known: ReadonlySet<string>) {
    this.#tests = tests;
    this.#beacons = beacons;
    this.#known = known;
  }

  /** Prepares the audiences: one with the test, one with another test, and one with a test that does not start. */
  static async begin(plan: Plan, visits: PlannedVisit[]): Promise<World> {
    const { weights, goal, minutes } = plan;
    const endsAt = minutes === null ? {} : { endsAt: new Date(Date.now() + minutes * minute).toISOString() };
    const test = await testOf(weights, { goal, ...endsAt });
    const other = await testOf([1, 1], { goal: 'conversion' });
    const draft = await testOf([1, 1], { goal: 'conversion', start: false });
    const running = [test, other].map(
      ({ made, of }) =>
        new ModelTest({
          id: made.experimentId,
          audience: of.audienceId,
          versions: made.arms.map(({ versionId }) => versionId),
          weights: made.arms.map(({ weight }) => weight),
          goal: made.goal,
          startedAt: Date.parse(made.startedAt ?? ''),
          endsAt: made.endsAt === null ? undefined : Date.parse(made.endsAt),
        }),
    );
    const beacons = visits.flatMap((visit) => beaconsOf(visit, { test, other, draft }, plan));
    return new World(running, beacons, new Set(running[0]?.versions));
  }

  async act(action: Action): Promise<void> {
    const [test] = this.#tests;
    if (!test) return;
    switch (action.kind) {
      case 'deliver':
        return this.#deliver(
          action.places.flatMap((place) => this.#beacons[place % this.#beacons.length] ?? []),
        );
      case 'burst':
        return this.#deliver(this.#burstOf(test, action));
      case 'pass':
        vi.setSystemTime(Date.now() + action.minutes * minute);
        return;
      case 'cron':
        for (const one of this.#tests) one.cron(Date.now());
        return queue.cron();
      case 'seal':
        await sealSessions(openTestDatabase(), Date.now(), { isForced: true });
        return;
      case 'stop': {
        const { status } = await actOnTest({ experimentId: test.id }, 'stop');
        expect(status).toBe(test.status === 'running' ? 200 : 409);
        if (status === 200) test.stop(Date.now());
        return;
      }
      case 'erase':
        return this.#erase(action.sender);
      case 'look':
        return this.compare();
    }
  }

  #newVisitorOf(test: ModelTest, arm: number): string {
    const visitor = `burst ${++this.#burst}`;
    return armFor(visitor, test.weights) === arm ? visitor : this.#newVisitorOf(test, arm);
  }
  /** Visitors of one arm who come at once, each from an address of their own. */
  #burstOf(test: ModelTest, { arm, count, isGoal }: Extract<Action, { kind: 'burst' }>): Told[] {
    const place = arm % test.versions.length;
    const version = test.versions[place] ?? null;
    const startedAt = Math.max(test.startedAt, Date.now() - 1000);
    return Array.from({ length: count }, () => {
      const visitor = this.#newVisitorOf(test, place);
      return toldOf(
        {
          session: newId(),
          startedAt,
          receivedAt: startedAt + 1000,
          audience: test.audience,
          experiment: test.id,
          version,
          visitor,
          address: `b${this.#burst.toString(36).padStart(3, '0')}`,
          reached: isGoal ? [test.goal] : [],
          email: null,
        },
        pages,
      );
    });
  }
  async #deliver(all: Told[]): Promise<void> {
    if (all.length === 0) return;
    // What an erased person has sent is told by other tests: here it comes without its form.
    const told = all.map((one) =>
      one.sent.email !== null && this.#erased.has(one.sent.email) ? withoutForm(one) : one,
    );
    vi.setSystemTime(Math.max(Date.now(), ...told.map(({ sent }) => sent.receivedAt)));
    await merge(...told.map(({ message }) => message));
    const sessionOf = ({ session, audience }: Sent): Session => {
      const known = this.#sessions.get(session) ?? { audience, email: null, version: null };
      this.#sessions.set(session, known);
      return known;
    };
    for (const { sent } of told) {
      const session = sessionOf(sent);
      if (sent.reached.includes('formSubmit')) session.email ??= sent.email;
      const isOwn =
        sent.version !== null &&
        this.#known.has(sent.version) &&
        session.audience === this.#tests[0]?.audience;
      if (isOwn) session.version ??= sent.version;
    }
    for (const { sent } of told) for (const test of this.#tests) test.note(sent, sessionOf(sent));
    for (const { sent } of told) for (const test of this.#tests) test.noteOther(sent, sessionOf(sent));
    const named = new Set(told.map(({ sent }) => sent.experiment));
    for (const test of this.#tests) if (named.has(test.id)) test.look();
  }

  async #erase(sender: number): Promise<void> {
    const email = this.#emailOf(sender);
    if (this.#erased.has(email)) return;
    const id = await env.DB.prepare('select person_id as id from persons where email = ?')
      .bind(email)
      .first<string>('id');
    if (id === null) return;
    await ok(erase(id));
    this.#erased.add(email);
    for (const session of this.#sessions.values()) if (session.email === email) session.email = null;
    for (const test of this.#tests)
      for (const one of test.reached.values()) if (one.email === email) one.email = null;
    const { results } = await env.DB.prepare('select reached from experiment_units').all<{
      reached: string;
    }>();
    expect(results.filter(({ reached }) => reached.includes(id.slice(-10)))).toEqual([]);
  }
  #emailOf = (sender: number) => emailOf(this.#tests[0]?.audience ?? '', sender);

  async compare(): Promise<void> {
    for (const test of this.#tests) {
      const { arms, otherVisits, visitorsBy, isLimited, splitBrokenAt, status, winnerVersionId } =
        await readTest({
          experimentId: test.id,
        });
      const shown = arms.map(({ visitors, conversions, isBetter }) => ({ visitors, conversions, isBetter }));
      const isBroken = splitBrokenAt !== null;
      expect({ arms: shown, otherVisits, visitorsBy, isLimited, isBroken, status }).toEqual(test.shown());
      if (isBroken) expect(winnerVersionId).toBeNull();
      if (test.isForgotten) {
        const left = 'select count(*) as n from experiment_units where experiment_id = ?';
        expect(await env.DB.prepare(left).bind(test.id).first<number>('n')).toBe(0);
      }
    }
    const { results } = await env.DB.prepare(
      'select analytics_session_id as id, version_id as version from audience_sessions where audience_id = ?',
    )
      .bind(this.#tests[0]?.audience)
      .all<{ id: string; version: string | null }>();
    for (const { id, version } of results)
      expect([id, version]).toEqual([id, this.#sessions.get(id)?.version]);
  }

  /** Lets all that was not delivered arrive, and the test end. */
  async end(): Promise<void> {
    await this.#deliver(this.#beacons);
    await this.compare();
    await this.act({ kind: 'pass', minutes: 3 * 1440 });
    await this.act({ kind: 'stop' });
    await this.act({ kind: 'pass', minutes: 1440 });
    await this.act({ kind: 'cron' });
    await this.compare();
    await this.#deliver(this.#beacons);
    await this.compare();
  }
}

/** The page of each audience. */
const pages = new Map<string, string>();

interface Prepared {
  of: Audience;
  made: Experiment;
}

/** An audience with a test of as many versions as there are weights. */
async function testOf(weights: readonly number[], fields: object): Promise<Prepared> {
  const { of, test } = await withWeights(weights, fields);
  pages.set(of.audienceId, of.pageId);
  return { of, made: test };
}

const emailOf = (audience: string, sender: number) => `${audience.slice(-12)}.${sender}@acme.example`;

/** The beacons of a visit, as its page would send them. */
function beaconsOf(
  visit: PlannedVisit,
  { test, other, draft }: Record<'test' | 'other' | 'draft', Prepared>,
  { goal }: Plan,
): Told[] {
  const claims = {
    own: [test, test, test],
    'any arm': [test, test, test],
    'of another test': [test, other, other],
    'version of another test': [test, test, other],
    'own version in another test': [test, other, test],
    'test that has not started': [draft, draft, draft],
    'of another audience': [other, test, test],
  } as const;
  const visitor = visit.visitor === null ? null : `visitor ${visit.visitor}`;
  const versionIn = ({ made: { arms } }: Prepared) => {
    const weights = arms.map(({ weight }) => weight);
    const isDrawn = visitor === null || visit.claim === 'any arm';
    return arms[isDrawn ? visit.arm % arms.length : armFor(visitor, weights)]?.versionId ?? null;
  };
  const [of, experiment, version] =
    claims[visit.claim === 'nothing' || visit.claim === 'made up' ? 'own' : visit.claim];
  const startedAt = Date.parse(test.made.startedAt ?? '') + visit.second * 1000;
  const nothing = { experiment: null, version: null, visitor: null };
  const madeUp = { experiment: 'experiment_x', version: 'version_x' };
  const session = newId();
  return visit.beacons.map((beacon) =>
    toldOf(
      {
        session,
        startedAt,
        receivedAt: startedAt + beacon.second * 1000,
        audience: of.of.audienceId,
        experiment: experiment.made.experimentId,
        version: versionIn(version),
        visitor,
        address: `a00${visit.address}`,
        email: visit.sender === null ? null : emailOf(test.of.audienceId, visit.sender),
        ...(visit.claim === 'nothing' ? nothing : {}),
        ...(visit.claim === 'made up' ? madeUp : {}),
        reached: reachedBy(beacon, goal),
      },
      pages,
    ),
  );
}

const reachedBy = ({ goals }: Beacon, goal: Goal) => goals.map((one) => (one === 'own' ? goal : one));

/** A beacon with its message. */
function toldOf(sent: Sent, pageOf: ReadonlyMap<string, string>): Told {
  const elapsedMs = sent.receivedAt - sent.startedAt;
  const { reached, email, experiment, version } = sent;
  const unit = sent.visitor === null ? null : unitOf(namespace, sent.visitor);
  const form = { formSubmissionId: `form-${sent.session}`, ...(email === null ? {} : { email }) };
  const visit: Visit = visitOf(sent.session, {
    pageId: pageOf.get(sent.audience) ?? '',
    audienceId: sent.audience,
    versionId: version,
    experimentId: experiment,
    unit,
    elapsedMs,
    activeMs: 0,
    engagedMs: 0,
    hasConversion: reached.includes('conversion'),
    ...(reached.includes('actionClick') ? { hasActionClick: true } : {}),
    ...(reached.includes('formSubmit') ? { formSubmit: form } : {}),
  });
  return { sent, message: { ...messageOf(visit, sent.receivedAt), address: sent.address } };
}

/** The same beacon of a sender without a name. */
const withoutForm = ({ sent }: Told): Told => toldOf({ ...sent, email: null }, pages);
