import { type ArmCounts, verdictOf } from '../../../../src/lib/sequential.ts';
import { placeOf } from '../../../../src/visits/experiments/unit.ts';

// What a test counts, in sets and maps: it shares no code with the SQL that keeps lists in texts.

const minute = 60_000;
const day = 1440 * minute;
/** Of one address, at equal shares. */
const mostOfAddress = 10;

/** Units are hashes of this and the visitor, so that tests may be told of units of each other. */
export const namespace = 'story';
/** The arm of a visitor in a test with these weights. */
export const armFor = (visitor: string, weights: readonly number[]): number =>
  placeOf(namespace, visitor, weights).arm;

export const goals = ['conversion', 'formSubmit', 'actionClick'] as const;
export type Goal = (typeof goals)[number];

/** One beacon, as the model sees it. */
export interface Sent {
  session: string;
  startedAt: number;
  receivedAt: number;
  audience: string;
  experiment: string | null;
  version: string | null;
  /** Who came, if the website says so. */
  visitor: string | null;
  address: string;
  reached: readonly Goal[];
  /** Who sent the form of the session. */
  email: string | null;
}

/** What is decided of an arm beside the live one. */
interface Decision {
  isBetter: boolean;
}

/** A test that was started. */
export class ModelTest {
  readonly units = new Map<string, { arm: number; address: string }>();
  readonly reached = new Map<string, { address: string; email: string | null }>();
  readonly others = new Set<string>();
  isLimited = false;
  status: 'running' | 'ended' = 'running';
  endedAt: number | undefined;
  isForgotten = false;
  isBroken = false;
  decisions: (Decision | undefined)[];
  readonly id: string;
  readonly audience: string;
  readonly versions: string[];
  readonly weights: number[];
  readonly goal: Goal;
  readonly startedAt: number;
  readonly endsAt: number | undefined;

  constructor(
    of: Pick<ModelTest, 'id' | 'audience' | 'versions' | 'weights' | 'goal' | 'startedAt' | 'endsAt'>,
  ) {
    this.id = of.id;
    this.audience = of.audience;
    this.versions = of.versions;
    this.weights = of.weights;
    this.goal = of.goal;
    this.startedAt = of.startedAt;
    this.endsAt = of.endsAt;
    this.decisions = of.versions.slice(1).map(() => undefined);
  }

  get #end(): number {
    return Math.min(this.endedAt ?? Number.POSITIVE_INFINITY, this.endsAt ?? Number.POSITIVE_INFINITY);
  }

  /** How many visitors of one address count: fewer if a share is small. */
  get most(): number {
    const share = Math.min(...this.weights) / this.weights.reduce((sum, weight) => sum + weight, 0);
    return Math.max(1, Math.floor(mostOfAddress * 2 * share));
  }

  stop(now: number): void {
    this.status = 'ended';
    this.endedAt = now;
  }

  cron(now: number): void {
    if (this.status === 'running' && this.endsAt !== undefined && now >= this.endsAt) this.stop(this.endsAt);
    if (this.endedAt !== undefined && now >= this.endedAt + day) this.isForgotten = true;
  }

  /** Whether a visit claims one of the versions, and a visitor the one of their arm. */
  isTold({ experiment, version, visitor }: Sent): boolean {
    if (experiment !== this.id || version === null) return false;
    const arm = this.versions.indexOf(version);
    return arm >= 0 && (visitor === null || armFor(visitor, this.weights) === arm);
  }

  note(sent: Sent, session: { audience: string; email: string | null }): void {
    const unit = sent.visitor ?? `session ${sent.session}`;
    const isOpen = !this.isForgotten && sent.startedAt < this.#end && sent.receivedAt <= this.#end + day;
    const isHere = session.audience === this.audience && this.startedAt <= sent.startedAt + minute;
    if (!this.isTold(sent) || !isOpen || !isHere) return;
    const ofAddress = (all: Map<string, { address: string }>) =>
      [...all.values()].filter(({ address }) => address === sent.address).length;
    if (!this.units.has(unit)) {
      if (sent.receivedAt > this.#end) return;
      if (ofAddress(this.units) >= this.most) {
        this.isLimited = true;
        return;
      }
      this.units.set(unit, { arm: this.versions.indexOf(sent.version ?? ''), address: sent.address });
    }
    const isGoal = sent.reached.includes(this.goal);
    const { email } = session;
    const hasCome = email !== null && [...this.reached.values()].some((one) => one.email === email);
    if (!isGoal || this.reached.has(unit) || hasCome) return;
    if (ofAddress(this.reached) * 5 >= this.most) this.isLimited = true;
    else this.reached.set(unit, { address: sent.address, email });
  }

  noteOther(sent: Sent, session: { audience: string; version: string | null }): void {
    const isHere = session.audience === this.audience && sent.audience === this.audience;
    const isThen =
      this.startedAt <= sent.startedAt && sent.startedAt < this.#end && sent.receivedAt <= this.#end;
    const isNamed = sent.version === null && this.versions.includes(session.version ?? '');
    if (this.status === 'running' && isHere && isThen && !isNamed && !this.isTold(sent))
      this.others.add(sent.session);
  }

  counts() {
    const arms = [...this.units.values()].map(({ arm }) => arm);
    const hits = [...this.reached.keys()].map((unit) => this.units.get(unit)?.arm);
    return this.versions.map((_, arm) => ({
      visitors: arms.filter((one) => one === arm).length,
      conversions: hits.filter((one) => one === arm).length,
    }));
  }

  /** Looks at what was counted, as after each batch of visits. */
  look(): void {
    const [live, ...rest] = this.counts().map(
      (count, arm): ArmCounts => ({ ...count, weight: this.weights[arm] ?? 0 }),
    );
    if (!live) return;
    const { challengers, splitIsBroken } = verdictOf([live, ...rest]);
    this.isBroken ||= splitIsBroken;
    if (this.isBroken) return;
    this.decisions = this.decisions.map((known, place) => {
      const found = challengers[place];
      return known ?? (found?.isDecided ? { isBetter: found.isBetter } : undefined);
    });
  }

  /** What its answer shows. */
  shown() {
    const visitors = this.units.size;
    const bySession = [...this.units.keys()].filter((unit) => unit.startsWith('session ')).length;
    return {
      arms: this.counts().map((count, arm) => ({
        ...count,
        isBetter: this.decisions[arm - 1]?.isBetter ?? null,
      })),
      otherVisits: this.others.size,
      visitorsBy: bySession === 0 ? 'visitor' : bySession < visitors ? 'both' : 'session',
      isLimited: this.isLimited,
      isBroken: this.isBroken,
      status: this.status,
    };
  }
}
