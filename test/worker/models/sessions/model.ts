// A model in memory of visits and sessions, as sessions.md and semantics.md in docs/ describe them, in the simplest
// way. It shares no code with src/.

import { day, minute } from '../../support/times.ts';

export const epoch = Date.UTC(2026, 0, 31, 23);

/** The dimensions of a session. */
export const dimensions = [
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'referrer',
  'country',
  'device',
  'browser',
  'landingPath',
  'pageLinkId',
  'versionId',
] as const;
export type Dimension = (typeof dimensions)[number];
/** What an erasure leaves of the values of a session. */
const kept: readonly Dimension[] = ['country', 'device', 'browser', 'versionId'];

/** What a tracker counts: its fields of a beacon and of a session, and the figure that is its sum. */
const counts = {
  clicks: { beacon: 'clicksCount', field: 'totalClicksCount', figure: null },
  questions: { beacon: 'questionsAskedCount', field: 'questionsAskedCount', figure: null },
} as const;
export type Count = keyof typeof counts;
export type Counts = Record<Count, number>;
export const countNames = Object.keys(counts) as Count[];
export const eachCount = <T>(of: (name: Count) => T) =>
  Object.fromEntries(countNames.map((name) => [name, of(name)])) as Record<Count, T>;
export const noCounts = eachCount(() => 0);
const summed = countNames
  .map((name) => ({ name, figure: counts[name].figure as string | null }))
  .filter(({ figure }) => figure !== null);
/** The counts of a visit by their fields of a beacon or of a session. */
export const countsAs = <Kind extends 'beacon' | 'field'>(kind: Kind, of: Counts) =>
  Object.fromEntries(countNames.map((name) => [counts[name][kind], of[name]])) as Record<
    (typeof counts)[Count][Kind],
    number
  >;

/** The values of a visit. A late beacon may be the first to tell them. */
export type Values = Partial<Record<Dimension, string | undefined>>;

/** The totals of a visit at one of its beacons (requests of the tracker). */
export interface Step extends Counts {
  elapsed: number;
  active: number;
  engaged: number;
  /** In hundredths of a percent. */
  scroll: number;
  conversion: boolean;
  form: boolean;
}

export interface Session extends Omit<Step, 'elapsed' | 'engaged' | 'scroll'> {
  id: string;
  pageId: string;
  audienceId: string | null;
  engaged: number | null;
  scroll: number | null;
  values: Values;
  /** Milliseconds since 1970. Noon of the day (UTC) once it is removed. */
  start: number;
  imported: boolean;
  failed: boolean;
  /** Who submitted the form, if it said so. */
  named: number | undefined;
  erased: boolean;
  removed: boolean;
}

export type Status = 'pending' | 'completed' | 'failed';

const startOfDay = (at: number) => Math.floor(at / day) * day;

/** A range of time, [start, end), in milliseconds since 1970. */
export interface Span {
  start: number;
  end: number;
}

function clearValues({ values }: Session): void {
  for (const name of dimensions) if (!kept.includes(name)) values[name] = undefined;
}

const most = (a: number | null, b: number) => Math.max(a ?? 0, b);

export class Model {
  readonly sessions = new Map<string, Session>();
  removedBefore = 0;
  /** Senders of forms who have been erased. All forms were received before. */
  readonly #erasedSenders = new Set<number>();
  /** Up to which start sessions of audiences are cleared, as long as a queue may hold visits of before. */
  readonly #erasedAudiences = new Map<string, number>();

  /** Milliseconds since 1970. */
  now = epoch + 20 * day;

  /** Whether visits with a start are accepted: sessions of its time may have been removed. */
  accepts(start: number): boolean {
    return this.removedBefore === 0 || start >= this.removedBefore + day;
  }

  /** `starts`: when sessions began before the beacons that are merged together. */
  deliver(
    id: string,
    of: { pageId: string; audienceId: string | null; failed: boolean; start: number; values: Values },
    step: Step,
    starts: Map<string, number>,
  ): void {
    const known = this.sessions.get(id);
    if (!this.accepts(of.start)) {
      if (known && !known.removed) this.#clearIfErased(known);
      return;
    }
    const before = starts.get(id) ?? known?.start ?? of.start;
    starts.set(id, before);
    if (!known) {
      const rest = { imported: false, removed: false, named: undefined, erased: false };
      const session = { ...step, ...of, ...rest, id, values: { ...of.values } };
      this.sessions.set(id, session);
      this.#clearIfErased(session);
      return;
    }
    // A start that would move by less than a second stays.
    if (of.start <= before - 1000) known.start = Math.min(known.start, of.start);
    known.audienceId ??= of.audienceId;
    known.failed = known.audienceId === null && (known.failed || of.failed);
    for (const name of dimensions)
      if (!known.erased || kept.includes(name)) known.values[name] ??= of.values[name];
    known.engaged = most(known.engaged, step.engaged);
    known.scroll = most(known.scroll, step.scroll);
    for (const name of ['active', ...countNames] as const) known[name] = Math.max(known[name], step[name]);
    known.conversion ||= step.conversion;
    known.form ||= step.form;
    this.#clearIfErased(known);
  }

  /** Takes a session that another service has. */
  import(
    id: string,
    { pageId, audienceId, start, values }: Pick<Session, 'pageId' | 'audienceId' | 'start' | 'values'>,
    step: Step,
  ): Session {
    const rest = { imported: true, failed: false, removed: false, named: undefined, erased: false };
    const session = { ...step, ...rest, id, pageId, audienceId, start, values: { ...values } };
    this.sessions.set(id, session);
    return session;
  }

  /** Whether a session began before the person of its audience was erased. */
  isOfErased = ({ audienceId, start }: Session): boolean =>
    start <= (this.#erasedAudiences.get(audienceId ?? '') ?? -1);

  #clearIfErased(session: Session): void {
    if (this.isOfErased(session)) clearValues(session);
  }

  /** Sessions that began by `until` are of before. Returns false if the person of the audience was erased before. */
  eraseAudience(audienceId: string, until = this.now): boolean {
    const at = this.#erasedAudiences.get(audienceId);
    if (at !== undefined && !this.#mayForget(at)) return false;
    this.#erasedAudiences.set(audienceId, until);
    return true;
  }

  #mayForget = (erasedAt: number): boolean => erasedAt + 14 * day <= this.now;

  /** The erased audiences that the cron has not forgotten. When it forgets one, after 14 days, is not the model's business. */
  remembers(audienceIds: ReadonlySet<string>): void {
    for (const [id, at] of this.#erasedAudiences) {
      if (audienceIds.has(id)) continue;
      expect(this.#mayForget(at), id).toBe(true);
      this.#erasedAudiences.delete(id);
    }
  }

  /** The cron has cleared the sessions of an audience: those that are removed too. */
  clearAudience(audienceId: string): void {
    for (const session of this.sessions.values())
      if (session.audienceId === audienceId) this.#clearIfErased(session);
  }

  /** A form says who submitted it. */
  name(id: string, sender: number): void {
    const session = this.sessions.get(id);
    if (!session?.form || session.named !== undefined) return;
    session.named = sender;
    if (this.#erasedSenders.has(sender)) this.clear(session);
  }

  clear(session: Session): void {
    session.erased = true;
    clearValues(session);
  }

  /** Sessions that are removed have no form: they keep their numbers and values. */
  erase(sender: number): void {
    this.#erasedSenders.add(sender);
    for (const session of this.sessions.values())
      if (session.named === sender && !session.removed) this.clear(session);
  }

  /** Whether a list with this status has a session. */
  hasStatus(session: Session, status: Status | 'active'): boolean {
    const { imported, start, active } = session;
    if (status === 'active') return !imported && start + active + 5 * minute > this.now;
    return this.statusOf(session) === status;
  }

  statusOf({ imported, start, active, failed }: Session): Status {
    if (!imported && start + active + 30 * minute > this.now) return 'pending';
    return failed ? 'failed' : 'completed';
  }

  /** What stays of a session that retention removes. */
  remove(session: Session, before: number): void {
    session.removed = true;
    session.start = startOfDay(session.start) + day / 2;
    this.removedBefore = Math.max(this.removedBefore, before);
  }

  /** All sessions of a page, or of all pages, in a range, including removed ones. */
  within({ start, end }: Span, pageId?: string): Session[] {
    return Array.from(this.sessions.values()).filter(
      (session) =>
        session.start >= start && session.start < end && (pageId === undefined || session.pageId === pageId),
    );
  }
}

const isActive = ({ clicks, questions, form, conversion }: Session) =>
  clicks + questions > 0 || form || conversion;

export const bounces = (session: Session) =>
  session.engaged !== null && session.engaged < 10_000 && !isActive(session);

export const valueIn = (session: Session, name: Dimension): string | null => session.values[name] ?? null;

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
const count = (sessions: Session[], is: (session: Session) => boolean) => sessions.filter(is).length;
const total = (sessions: Session[], of: (session: Session) => number) =>
  sessions.reduce((sum, session) => sum + of(session), 0);

const sumsOf = (sessions: Session[]): Record<never, number> =>
  Object.fromEntries(summed.map(({ name, figure }) => [figure, total(sessions, (of) => of[name])]));

/** The numbers that analytics have of sessions. */
export function numbersOf(model: Model, sessions: Session[]) {
  const all = sessions.length;
  const completed = sessions.filter((session) => model.statusOf(session) === 'completed');
  const eligible = count(completed, (session) => session.engaged !== null || isActive(session));
  return {
    totalSessions: all,
    avgInteractionsPerSession: ratio(
      total(sessions, ({ clicks, questions }) => clicks + questions),
      all,
    ),
    avgScrollDepthPercentage: ratio(
      total(sessions, ({ scroll }) => scroll ?? 0),
      count(sessions, ({ scroll }) => scroll !== null) * 100,
    ),
    avgTimeSpentSeconds: ratio(
      total(sessions, ({ engaged }) => engaged ?? 0),
      count(sessions, ({ engaged }) => engaged !== null) * 1000,
    ),
    bounceRate: ratio(count(completed, bounces), eligible),
    conversionRate: ratio(
      count(sessions, ({ conversion }) => conversion),
      all,
    ),
    formSubmitRate: ratio(
      count(sessions, ({ form }) => form),
      all,
    ),
    bounceCount: count(completed, bounces),
    bounceEligibleSessions: eligible,
    conversionCount: count(sessions, ({ conversion }) => conversion),
    ctaSessions: count(sessions, ({ clicks }) => clicks > 0),
    formSubmitCount: count(sessions, ({ form }) => form),
    ...sumsOf(sessions),
  };
}
export type Numbers = ReturnType<typeof numbersOf>;

/** The field of an answer that says up to when it knows visits of the range by the day only. */
export function wholeDaysOf(found: Session[]): { wholeDaysBefore?: string } {
  const last = found.reduce((at, { start, removed }) => (removed ? Math.max(at, start) : at), 0);
  return last === 0 ? {} : { wholeDaysBefore: new Date(startOfDay(last) + day).toISOString() };
}

/** A session as the list shows it. */
export function listed(model: Model, session: Session) {
  const status = model.statusOf(session);
  return {
    analyticsSessionId: session.id,
    pageId: session.pageId,
    audienceId: session.audienceId,
    audienceSessionId: session.audienceId && `audience_session_${session.id}`,
    computationStatus: status,
    isBounce: status === 'completed' && bounces(session),
    hasConversion: session.conversion,
    hasFormSubmit: session.form,
    ...countsAs('field', session),
    maxScrollDepthPercentage: session.scroll === null ? null : session.scroll / 100,
    timeSpentSeconds: session.engaged === null ? null : session.engaged / 1000,
    sessionStartedAt: new Date(session.start).toISOString(),
    sessionEndedAt: status === 'pending' ? null : new Date(session.start + session.active).toISOString(),
    ...(Object.fromEntries(dimensions.map((name) => [name, valueIn(session, name)])) as Record<
      Dimension,
      string | null
    >),
  };
}
