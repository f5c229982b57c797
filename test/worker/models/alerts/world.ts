import { env } from 'cloudflare:workers';
import { type Draw, generator, whole } from '../../../../bench/lib/random.ts';
import { Meter, openDatabase } from '../../../../src/db/client.ts';
import type { Alert } from '../../../../src/outbound/alerts/schemas.ts';
import { fireStalls } from '../../../../src/outbound/alerts/worker/fire-stalls.ts';
import { type AlertCondition, alertTypes } from '../../../../src/vocabulary/conditions.ts';
import type { FiringFacts } from '../../../../src/vocabulary/firing-sentences.ts';
import {
  fire,
  newAlert,
  newRecipient,
  patch,
  preview,
  type Recipient,
  remove,
} from '../../support/alerts.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { faultyDatabase, lost, silent } from '../../support/faults.ts';
import { newPageId } from '../../support/pages.ts';
import { ok } from '../../support/replies.ts';
import { forgetSessions } from '../../support/sessions.ts';
import { day } from '../../support/times.ts';
import { merge, messageOf, newId, visitOf } from '../../support/visits.ts';
import { instantIn, plusDays } from './calendar.ts';
import { Model, type Visit } from './model.ts';

/** From before the clocks change in New York, on 8 March, until after they change in Berlin, on 29 March. */
const month = { start: Date.UTC(2026, 1, 26, 9, 7), end: Date.UTC(2026, 2, 31, 12) };
const zones = ['Europe/Berlin', 'America/New_York'] as const;

/** What notes each firing, so that one that is fired again after it was forgotten shows. */
const noteFirings = [
  'create table if not exists noted_firings (alert_id text, subject text, facts text)',
  'delete from noted_firings',
  `create trigger if not exists note_firings after insert on alert_firings begin
    insert into noted_firings values (new.alert_id, new.subject, new.facts);
  end`,
];

/** How many there were: each has companies of its own. */
let worlds = 0;

type Person = Recipient & { pageId: string; email: string };

/** What a visit of the story is like. */
interface Sent {
  fields: object;
  visit: Visit;
  /** Whether it counts once it is merged. */
  isCounted: boolean;
}

/** A month of visits, alerts and faults that follow from a seed, and the model beside them. */
export class World {
  readonly #draw: Draw;
  /** Nothing comes late or goes, and alerts stay: so a preview shows what was fired. */
  readonly #isCalm: boolean;
  readonly #model = new Model();
  #now = month.start;
  readonly #pages: string[] = [];
  readonly #persons: Person[] = [];
  /** Audiences that are made for many, by page. */
  readonly #groups = new Map<string, string[]>();
  readonly #alerts: Alert[] = [];
  /** When the message was given up that nobody has sent again. */
  #givenUpAt: number | undefined;

  private constructor(seed: number, isCalm: boolean) {
    this.#draw = generator(seed);
    this.#isCalm = isCalm;
  }

  /** Removes what notes firings. */
  static async end(): Promise<void> {
    await env.DB.batch(
      [
        'drop trigger if exists note_firings',
        'drop table if exists noted_firings',
        'update event_settings set retention_days = 30',
      ].map((statement) => env.DB.prepare(statement)),
    );
  }

  static async begin(seed: number, isCalm: boolean): Promise<World> {
    await forgetSessions();
    await env.DB.batch(
      [
        ...['alerts', 'alert_firings', 'events', 'event_listeners', 'given_up', 'service_notes'].map(
          (table) => `delete from ${table}`,
        ),
        'update alert_visits set subject = null',
        ...noteFirings,
        // The cron runs.
        "insert into service_notes values ('cron', 9e15, '{}')",
        // Firings are forgotten within the month.
        'update event_settings set retention_days = 1',
      ].map((statement) => env.DB.prepare(statement)),
    );
    vi.setSystemTime(month.start);
    const world = new World(seed, isCalm);
    worlds += 1;
    for (let page = 0; page < 2; page++) {
      const pageId = await newPageId();
      world.#pages.push(pageId);
      world.#groups.set(pageId, await Promise.all([1, 2, 3].map(() => newAudienceId(pageId))));
    }
    for (let person = 0; person < 7; person++) {
      const pageId = world.#pick(world.#pages);
      // Two companies have two persons.
      const company = `model-${worlds}-${person % 5}.example`;
      const recipient = await newRecipient(pageId, company);
      const { email } = await ok(send<{ email: string }>('GET', `/v0/persons/${recipient.personId}`));
      world.#persons.push({ ...recipient, pageId, email });
    }
    for (const type of alertTypes) await world.#makeAlert(type);
    // Nobody sends what they fire: that would be a stalled job.
    await env.DB.prepare('update webhooks set disabled_at = 1').run();
    return world;
  }

  #happens = (chance: number) => this.#draw() < chance;
  #number = (least: number, most: number) => least + whole(this.#draw, most - least + 1);
  #pick = <T>(items: readonly T[]): T => items[whole(this.#draw, items.length)] as T;

  /** Lets the month pass. */
  async run(): Promise<void> {
    while (this.#now < month.end) {
      this.#now += this.#number(10, this.#isCalm ? 180 : 420) * 60_000;
      // A clock that is set back, or forth.
      if (!this.#isCalm && this.#happens(0.03)) this.#now += this.#number(-6 * 60, 6 * 60) * 60_000;
      vi.setSystemTime(this.#now);
      if (this.#happens(0.75)) await this.#come();
      if (this.#isCalm || this.#happens(0.6)) await this.#ring();
      if (!this.#isCalm && this.#happens(0.06)) await this.#change();
      if (!this.#isCalm && this.#happens(0.008)) await this.#erase();
    }
    await this.#ring();
  }

  #visit(of: Person | undefined, receivedAt: number): Sent {
    const elapsedMs = this.#number(1, 200) * 1000;
    const [engagedMs, hasConversion] = [this.#pick([0, 9999, 10_000, 60_000]), this.#happens(0.2)];
    const hasInput = this.#pick([true, true, true, false, undefined]);
    const pageId = of?.pageId ?? this.#pick(this.#pages);
    const audienceId = of?.audienceId ?? this.#pick([null, ...(this.#groups.get(pageId) ?? [])]);
    // Anybody may name anybody in a form: that counts for nobody.
    const sender = this.#happens(0.1) ? this.#pick(this.#persons) : undefined;
    const isEngaged = engagedMs >= 10_000 || hasConversion || sender !== undefined;
    const times = { elapsedMs, activeMs: elapsedMs, engagedMs: Math.min(engagedMs, elapsedMs) };
    return {
      fields: {
        pageId,
        audienceId: audienceId ?? undefined,
        analyticsSessionId: newId(),
        hasInput,
        hasConversion,
        ...(sender && { formSubmit: { formSubmissionId: newId(), email: sender.email } }),
        ...times,
        engagedMs,
      },
      visit: {
        pageId,
        startedAt: receivedAt - elapsedMs,
        isEngaged,
        hasConversion,
        notedAt: null,
        personId: of?.personId ?? null,
        accountId: of?.accountId ?? null,
        audienceId,
      },
      isCounted: isEngaged && hasInput === true && of !== undefined,
    };
  }

  /** Visitors come: some late, some by two messages, some by a message that is doubled. */
  async #come(): Promise<void> {
    const isBurst = this.#happens(0.03);
    const isLate = !this.#isCalm && this.#happens(0.1);
    const receivedAt = isLate ? this.#now - this.#number(1, 40 * 60) * 60_000 : this.#now;
    const of = () => (this.#happens(0.15) ? undefined : this.#pick(this.#persons));
    const one = of();
    const sent = Array.from({ length: isBurst ? 35 : this.#number(1, 3) }, () =>
      this.#visit(isBurst ? one : of(), receivedAt),
    );
    await this.#merge(
      sent,
      sent.map(({ fields }) => messageOf(visitOf('', fields), receivedAt)),
    );
    if (!this.#happens(0.3)) return;
    // The rest of the first: it has input at last.
    const [first] = sent;
    if (!first) return;
    const { elapsedMs } = first.fields as { elapsedMs: number };
    const more = { ...first.fields, elapsedMs: elapsedMs + 5000, hasInput: true };
    const isNew = !first.isCounted && first.visit.isEngaged && first.visit.personId !== null;
    await this.#merge([{ ...first, isCounted: isNew }], [messageOf(visitOf('', more), receivedAt + 5000)]);
  }

  async #merge(sent: Sent[], messages: ReturnType<typeof messageOf>[]): Promise<void> {
    const before = await newest();
    await merge(...messages);
    if (this.#happens(0.2)) await merge(...messages);
    await env.DB.prepare('update alert_visits set created_at = ? where sequence > ?')
      .bind(this.#now, before)
      .run();
    for (const { visit, isCounted } of sent) {
      if (!this.#model.visits.includes(visit)) this.#model.visits.push(visit);
      if (isCounted) this.#model.note(visit, this.#now);
    }
  }

  /** A message is given up, or those that were are sent again. */
  async #giveUp(): Promise<void> {
    this.#givenUpAt = this.#givenUpAt === undefined ? this.#now : undefined;
    const insert = env.DB.prepare(
      `insert into given_up (given_up_id, source, kind, received_at, given_up_at, what, identifiers)
       values (?1, ?1, 'visit', ?2, ?2, 'Error', '[]')`,
    );
    if (this.#givenUpAt === undefined) await env.DB.prepare('delete from given_up').run();
    else await insert.bind(newId(), this.#now).run();
  }

  #lookForStalls = (db = openTestDatabase()) =>
    fireStalls(Object.assign(db, { actor: { type: 'service' } }), undefined, this.#now, true);

  /** Alerts are looked at: twice at once, or by a run that fails somewhere and is tried again. */
  async #ring(): Promise<void> {
    if (!this.#isCalm && this.#happens(0.2)) await this.#giveUp();
    if (this.#happens(0.2)) await Promise.all([fire(this.#now), fire(this.#now)]);
    if (this.#happens(0.1)) await Promise.all([this.#lookForStalls(), this.#lookForStalls()]);
    if (this.#happens(0.3)) {
      const fault = {
        message: this.#pick([lost, 'D1_ERROR: boom']),
        moment: this.#pick(['before', 'after'] as const),
        size: 1,
        skip: this.#number(0, 4),
      };
      const db = openDatabase(faultyDatabase(fault), 'first-primary', new Meter());
      await silent(() => fire(this.#now, db).catch(() => undefined));
      const other = openDatabase(faultyDatabase({ ...fault, skip: 1 }), 'first-primary', new Meter());
      await silent(() => this.#lookForStalls(other).catch(() => undefined));
    }
    await fire(this.#now);
    await this.#lookForStalls();
    this.#model.look();
    this.#model.tick(this.#now);
    this.#model.lookForStalls(this.#givenUpAt, this.#now);
    await this.#compare();
    await this.#compareKept();
  }

  #condition(type: AlertCondition['type']): AlertCondition {
    const some = (ids: string[]) =>
      this.#happens(0.5) ? null : ids.filter(() => this.#happens(0.5)).slice(0, 100);
    const orAny = (ids: string[] | null) => (ids?.length === 0 ? null : ids);
    switch (type) {
      case 'accounts_visited': {
        const accountIds = orAny(some([...new Set(this.#persons.map(({ accountId }) => accountId))]));
        return { type, accountIds, visits: this.#number(1, 6), days: this.#number(1, 9) };
      }
      case 'link_opened':
        return { type, personIds: orAny(some(this.#persons.map(({ personId }) => personId))) };
      case 'conversions_changed': {
        const direction = this.#pick(['up', 'down', 'any'] as const);
        const [percent, minVisits] = [this.#number(1, 100), this.#number(1, 4)];
        return { type, pageId: this.#pick(this.#pages), direction, percent, minVisits };
      }
      case 'weekly_report':
        return { type, pageId: this.#happens(0.5) ? null : this.#pick(this.#pages) };
      case 'service_stalled':
        return { type };
    }
  }

  async #makeAlert(type: AlertCondition['type']): Promise<void> {
    const timezone = this.#pick(zones);
    const condition = this.#condition(type);
    const alert = await newAlert({ condition, timezone });
    this.#alerts.push(alert);
    // It is due after now.
    this.#model.set(alert.alertId, condition, timezone, true, this.#now + 1);
  }

  /** An alert is made, changed, switched off or on, or deleted. */
  async #change(): Promise<void> {
    await this.#ring();
    const types = ['accounts_visited', 'link_opened'] as const;
    if (this.#alerts.length < 9 && this.#happens(0.4)) return this.#makeAlert(this.#pick(types));
    const alert = this.#pick(this.#alerts);
    if (this.#happens(0.15) && this.#alerts.length > 4) {
      await remove(alert);
      this.#alerts.splice(this.#alerts.indexOf(alert), 1);
      return this.#model.remove(alert.alertId);
    }
    const { condition: before } = alert;
    const changes = this.#pick([
      { isEnabled: !alert.isEnabled },
      { condition: this.#condition(before.type) },
      { timezone: this.#pick(zones) },
    ]);
    const changed = await ok(patch(alert, changes));
    this.#alerts[this.#alerts.indexOf(alert)] = changed;
    const { alertId, timezone, isEnabled, updatedAt } = changed;
    const condition = changed.condition as AlertCondition;
    this.#model.set(alertId, condition, timezone, isEnabled, this.#now, Date.parse(updatedAt));
  }

  async #erase(): Promise<void> {
    if (this.#persons.length < 3) return;
    const person = this.#pick(this.#persons);
    this.#persons.splice(this.#persons.indexOf(person), 1);
    await ok(send('DELETE', `/v0/persons/${person.personId}`));
    const account = await env.DB.prepare('select 1 from accounts where account_id = ?')
      .bind(person.accountId)
      .first();
    this.#model.erase(person.personId, ...(account ? [] : [person.accountId]));
  }

  async #compare(): Promise<void> {
    const { results } = await env.DB.prepare('select alert_id, subject, facts from noted_firings').all<{
      alert_id: string;
      subject: string;
      facts: string;
    }>();
    const kept = results.filter(({ subject }) => !this.#model.isErased(subject));
    const found = kept.map(({ alert_id, subject, facts: text }) => {
      const { type: _, date, ...facts } = JSON.parse(text) as FiringFacts;
      return [[alert_id, subject, date].join(' '), facts] as const;
    });
    expect(sorted(found.map(([key, facts]) => [key, this.#shown(facts)]))).toEqual(
      sorted([...this.#model.fired].map(([key, facts]) => [key, this.#shown(facts)])),
    );
  }

  /** Nothing that was fired about who is erased is kept, and nothing longer than three days. */
  async #compareKept(): Promise<void> {
    const { results } = await env.DB.prepare(
      'select subject, min(fired_at) as at from alert_firings group by 1',
    ).all<{ subject: string; at: number }>();
    for (const { subject, at } of results) {
      expect(this.#model.isErased(subject)).toBe(false);
      // The clock may be set back, and the first in the table is forgotten first.
      expect(at).toBeGreaterThan(this.#now - 5 * day);
    }
  }

  /** An erasure takes accounts from visits that a report of later counts. */
  #shown(facts: object): object {
    const { accountIds, moreAccounts, ...rest } = facts as Record<string, unknown>;
    return this.#model.hasErased ? rest : facts;
  }

  /** How many firings there were. */
  get count(): number {
    return this.#model.fired.size;
  }

  /** Of a calm month, a preview has what was fired in the last seven days. */
  async previews(): Promise<void> {
    for (const { alertId, condition, timezone } of this.#alerts) {
      const { items, isCut } = await preview({ condition, timezone });
      expect(isCut).toBe(false);
      const from = this.#now - 7 * day;
      const isWhole = (date: string) => this.#firstOf(condition as AlertCondition, date, timezone) > from;
      const shown = items
        .filter(({ facts }) => isWhole(facts.date))
        .map(({ subject, facts: { type: _, date, ...facts } }) => [
          [alertId, subject ?? '', date].join(' '),
          facts,
        ]);
      const fired = [...this.#model.fired].filter(([key]) => {
        const [of, , date = ''] = key.split(' ');
        return of === alertId && isWhole(date);
      });
      expect(sorted(shown as [string, object][])).toEqual(sorted(fired));
    }
  }

  /** The first time at which an alert may fire for a date. */
  #firstOf({ type }: AlertCondition, date: string, zone: string): number {
    if (type === 'weekly_report') return instantIn(plusDays(date, 7), 8, zone);
    if (type === 'conversions_changed') return instantIn(plusDays(date, 1), 1, zone);
    return instantIn(date, 0, zone);
  }
}

const sorted = (entries: (readonly [string, object])[]) => entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
const newest = async () =>
  (await env.DB.prepare('select max(sequence) as n from alert_visits').first<number>('n')) ?? 0;
