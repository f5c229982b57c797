import type { AlertCondition } from '../../../../src/vocabulary/conditions.ts';
import { exactly } from '../../support/fisher.ts';
import { dateIn, instantIn, isMonday, plusDays } from './calendar.ts';

// What alerts fire, from all visits, without indexes and cursors.

const day = 24 * 60 * 60_000;

/** A visit, as it was merged. */
export interface Visit {
  pageId: string;
  startedAt: number;
  personId: string | null;
  accountId: string | null;
  audienceId: string | null;
  isEngaged: boolean;
  hasConversion: boolean;
  /** When it became one of those that alerts count. Null for one without input, that is a bounce, or of nobody. */
  notedAt: number | null;
}

interface ModelAlert {
  id: string;
  condition: AlertCondition;
  zone: string;
  isOn: boolean;
  /** Since when it is looked at by time. */
  dueFrom: number;
  /** When it was changed. */
  changedAt: number;
  /** When it notified of what is still stalled. */
  notifiedAt: number;
}

/** A visit that was noted, for those that the alerts of then look at. */
interface Noted {
  visit: Visit;
  notedAt: number;
  /** The alerts that were on. */
  on: ReadonlySet<string>;
  kinds: ReadonlySet<AlertCondition['type']>;
}

/** Visits by something that they have. */
const groupedBy = (key: 'accountId' | 'audienceId' | 'pageId', visits: Visit[]) =>
  [...Map.groupBy(visits, (visit) => visit[key])].filter(
    (group): group is [string, Visit[]] => group[0] !== null,
  );

/** Which of the audiences for many converts best, on the page where those with 30 visits have the most. */
function bestIn(week: Visit[]): object | null {
  const pages = groupedBy(
    'pageId',
    week.filter(({ personId }) => personId === null),
  ).map(([, visits]) =>
    groupedBy('audienceId', visits)
      .map(([audienceId, all]) => ({
        audienceId,
        visits: all.length,
        conversions: all.filter(({ hasConversion }) => hasConversion).length,
      }))
      .filter((one) => one.visits >= 30)
      .sort(
        (a, b) =>
          b.conversions * a.visits - a.conversions * b.visits ||
          b.visits - a.visits ||
          (a.audienceId < b.audienceId ? -1 : 1),
      ),
  );
  const total = (page: { visits: number }[]) => page.reduce((sum, { visits }) => sum + visits, 0);
  const [page = []] = pages.filter(({ length }) => length > 1).sort((a, b) => total(b) - total(a));
  const [first, ...others] = page;
  if (!first || first.conversions === 0) return null;
  const sample = (one: typeof first) => ({ of: one.visits, hits: one.conversions });
  const by = others.map((other) => ({ other, p: exactly(sample(first), sample(other)) }));
  // Holm: the least likely of n counts n times, the next one less.
  const ranked = by
    .toSorted((a, b) => a.p - b.p)
    .map(({ other, p }, rank) => ({ other, p: Math.min(1, p * (by.length - rank)) }));
  const largest = Math.max(...ranked.map(({ p }) => p));
  const reached = ranked.findIndex(({ p }) => p === largest);
  // Each counts at least as much as those before it.
  const last = ranked.slice(reached).map(({ other }) => other);
  const against = others.find((other) => last.includes(other));
  return { ...first, isMoreThanChance: largest <= 0.05, against };
}

export class Model {
  readonly #alerts = new Map<string, ModelAlert>();
  readonly visits: Visit[] = [];
  #noted: Noted[] = [];
  #waiting: Noted[] = [];
  readonly #erased = new Set<string>();
  /** What has been fired: alert, subject and date; of those that are due the facts, too. */
  readonly fired = new Map<string, object>();

  isErased = (subject: string) => this.#erased.has(subject);

  get hasErased(): boolean {
    return this.#erased.size > 0;
  }

  #on = () => [...this.#alerts.values()].filter(({ isOn }) => isOn);

  /** An alert that is made, or changed, or switched on. */
  set(
    id: string,
    condition: AlertCondition,
    zone: string,
    isOn: boolean,
    now: number,
    changedAt = now,
  ): void {
    const notifiedAt = this.#alerts.get(id)?.notifiedAt ?? -1;
    this.#alerts.set(id, { id, condition, zone, isOn, dueFrom: now, changedAt, notifiedAt });
  }

  remove(id: string): void {
    this.#alerts.delete(id);
  }

  /** A visit that alerts count from now on. */
  note(visit: Visit, now: number): void {
    const on = this.#on();
    const noted = {
      visit,
      notedAt: now,
      on: new Set(on.map(({ id }) => id)),
      kinds: new Set(on.map(({ condition }) => condition.type)),
    };
    this.#noted.push(noted);
    this.#waiting.push(noted);
  }

  /** Whom a visit is of, for a kind of alert: only while one was on. */
  #subjectOf({ visit, kinds }: Noted, type: AlertCondition['type']): string | null {
    const subject = type === 'accounts_visited' ? visit.accountId : visit.personId;
    return kinds.has(type) && subject !== null && !this.#erased.has(subject) ? subject : null;
  }

  /** The alerts look at all visits that wait. */
  look(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const alert of this.#on())
      for (const noted of waiting) if (noted.on.has(alert.id)) this.#lookAt(alert, noted);
  }

  #lookAt({ id, condition, zone }: ModelAlert, noted: Noted): void {
    if (condition.type !== 'accounts_visited' && condition.type !== 'link_opened') return;
    const subject = this.#subjectOf(noted, condition.type);
    const ids = condition.type === 'accounts_visited' ? condition.accountIds : condition.personIds;
    const { startedAt } = noted.visit;
    if (subject === null || (ids && !ids.includes(subject)) || startedAt <= noted.notedAt - day) return;
    const { visits, days } = condition.type === 'link_opened' ? { visits: 1, days: 1 } : condition;
    const dates = this.#noted
      .filter((other) => this.#subjectOf(other, condition.type) === subject)
      .map(({ visit }) => dateIn(visit.startedAt, zone));
    const last = dateIn(noted.notedAt, zone);
    let date = dateIn(startedAt, zone);
    do {
      const first = plusDays(date, 1 - days);
      const count = dates.filter((of) => of >= first && of <= date).length;
      if (dates.includes(date) && count >= visits)
        this.#fire(id, subject, date, condition.type === 'link_opened' ? {} : { visits, days });
      date = plusDays(date, 1);
    } while (date <= last);
  }

  /** The cron looks whether a job has stalled, and since when. */
  lookForStalls(since: number | undefined, now: number): void {
    for (const alert of this.#on()) {
      if (alert.condition.type !== 'service_stalled') continue;
      if (since === undefined) alert.notifiedAt = -1;
      if (since === undefined || alert.notifiedAt >= alert.changedAt) continue;
      const date = dateIn(now, alert.zone);
      const before = this.fired.size;
      this.#fire(alert.id, 'given_up', date, { job: 'given_up', since: new Date(since).toISOString() });
      alert.notifiedAt = this.fired.size > before ? now : -1;
    }
  }

  /** The cron looks at the alerts that are due. */
  tick(now: number): void {
    for (const alert of this.#on()) {
      const { condition, zone, dueFrom } = alert;
      if (condition.type !== 'conversions_changed' && condition.type !== 'weekly_report') continue;
      if (now < dueFrom) continue;
      const hours = condition.type === 'weekly_report' ? 8 : 1;
      const isDue = (date: string) => condition.type !== 'weekly_report' || isMonday(date);
      const dueOn = (date: string) => (isDue(date) ? instantIn(date, hours, zone) : Number.NaN);
      let date = plusDays(dateIn(now, zone), 1);
      while (!(dueOn(date) <= now)) date = plusDays(date, -1);
      if (dueOn(date) >= dueFrom) this.#due(alert, date);
      do date = plusDays(date, 1);
      while (!(dueOn(date) > now));
      alert.dueFrom = dueOn(date);
    }
  }

  #due({ id, condition, zone }: ModelAlert, date: string): void {
    if (condition.type === 'weekly_report') this.#fireWeek(id, condition.pageId, zone, date);
    if (condition.type !== 'conversions_changed') return;
    const { pageId, direction, percent, minVisits } = condition;
    const of = plusDays(date, -1);
    const figures = (on: string) => {
      const visits = this.visits.filter(
        (visit) => visit.pageId === pageId && dateIn(visit.startedAt, zone) === on,
      );
      return { visits: visits.length, conversions: visits.filter((visit) => visit.hasConversion).length };
    };
    const [now, before] = [figures(of), figures(plusDays(of, -7))];
    if (now.visits < minVisits || before.visits < minVisits || now.conversions === before.conversions) return;
    const isUp = now.conversions > before.conversions;
    if (direction !== 'any' && isUp !== (direction === 'up')) return;
    const change = (100 * Math.abs(now.conversions - before.conversions)) / before.conversions;
    if (change < percent) return;
    this.#fire(id, pageId, of, {
      visits: now.visits,
      conversions: now.conversions,
      comparedDate: plusDays(of, -7),
      comparedVisits: before.visits,
      comparedConversions: before.conversions,
      changePercent: before.conversions === 0 ? null : Math.round(10 * change * (isUp ? 1 : -1)) / 10,
    });
  }

  #fireWeek(id: string, pageId: string | null, zone: string, date: string): void {
    const of = this.visits.filter((visit) => pageId === null || visit.pageId === pageId);
    const within = (from: string, to: string) =>
      of.filter(({ startedAt }) => {
        const on = dateIn(startedAt, zone);
        return on >= from && on < to;
      });
    const [start, before] = [plusDays(date, -7), plusDays(date, -14)];
    const week = within(start, date);
    const engaged = week.filter(({ isEngaged }) => isEngaged);
    const accounts = groupedBy('accountId', engaged).sort(
      ([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1),
    );
    this.#fire(id, pageId ?? '', start, {
      visits: week.length,
      comparedVisits: within(before, start).length,
      bestAudience: bestIn(week),
      accountIds: accounts.slice(0, 5).map(([accountId]) => accountId),
      moreAccounts: Math.max(accounts.length - 5, 0),
    });
  }

  #fire(id: string, subject: string, date: string, facts: object): void {
    const key = [id, subject, date].join(' ');
    if (!this.fired.has(key)) this.fired.set(key, facts);
  }

  /** A person is erased, and an account that goes with them. */
  erase(...subjects: string[]): void {
    for (const subject of subjects) {
      this.#erased.add(subject);
      for (const key of this.fired.keys()) if (key.includes(` ${subject} `)) this.fired.delete(key);
    }
  }
}
