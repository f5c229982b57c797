import { env } from 'cloudflare:workers';
import type { Sent } from './bindings.ts';
import { Actor, agree, agreeRows, byId, madeId, type Operation } from './operation.ts';

interface Person {
  id: string;
  email: string | null;
  phone: string | null;
  name: string;
  logs: number;
}
interface Log {
  personId?: string;
  email?: string;
  phoneNumber?: string;
  idempotencyKey?: string;
  occurredAt?: string;
  payload: { n: number };
}

interface Listed {
  email?: string;
  phoneNumber?: string;
  name?: string;
  idempotencyKey?: string;
}

const emails = ['a@x.example', 'b@x.example', 'c@y.example', 'd@gmail.com'];
const phones = ['+15550001', '+15550002', '+15550003'];

/** Persons and their logs. */
export class Persons extends Actor {
  #persons: Person[] = [];
  /** The requests of idempotency keys. */
  readonly #keys = new Map<string, string>();
  /** Those of lists of persons. */
  readonly #listed = new Map<string, string>();
  /** When identifiers were erased. */
  readonly #erased = new Map<string, number>();
  /** Called when a person is erased. */
  readonly onErased: ((person: Person) => void)[] = [];

  #with = (field: 'email' | 'phone', value: string | null | undefined, but?: Person) =>
    this.#persons.find((person) => value && person[field] === value && person !== but);

  /** A person who exists now, or undefined if there is none. */
  some = (): string | undefined => this.scheduler.pick(this.#persons)?.id;
  exists = (personId: string): boolean => this.#persons.some(({ id }) => id === personId);

  next(): Operation | undefined {
    const { pick, happens } = this.scheduler;
    const person = pick(this.#persons);
    const action = pick(['log', 'log', 'log', 'batch', 'list', 'list', 'create', 'patch', 'erase'] as const);
    if (action === 'batch') return this.#batch();
    if (action === 'list') return this.#list();
    if (action === 'create') return this.#create();
    if (action === 'patch' && person) return this.#patch(person);
    if (action === 'erase' && person && happens(0.7)) return this.#erase(person);
    const log = this.#newLog();
    return {
      method: 'POST',
      path: '/v0/person_logs',
      body: { source: 'x', type: 'y', ...log },
      commit: () => this.#write(log),
    };
  }

  #newLog(): Log {
    const { pick, happens } = this.scheduler;
    const n = happens(0.8) ? 1 : 2;
    const key = happens(0.7) ? { idempotencyKey: pick(['i1', 'i2', 'i3', 'i4', 'i5', 'i6']) ?? '' } : {};
    const person = happens(0.2) ? pick(this.#persons) : undefined;
    const named = person ? { personId: person.id } : {};
    const email = happens(0.8) ? { email: pick(emails) ?? '' } : {};
    const phone = happens(0.3) ? { phoneNumber: pick(phones) ?? '' } : {};
    // Of something earlier, if it is the rarer kind of log.
    const time = n === 2 ? { occurredAt: '2020-01-01T00:00:00Z' } : {};
    return { ...key, ...named, ...email, ...phone, ...time, payload: { n } };
  }

  /** Writes a log to the model, and returns the expected status. */
  async #write(log: Log): Promise<number> {
    const { personId, email = null, phoneNumber: phone = null, idempotencyKey: key } = log;
    const text = JSON.stringify(log);
    const known = key === undefined ? undefined : this.#keys.get(key);
    if (known !== undefined) return known === text ? 201 : 422;
    let person =
      personId === undefined
        ? (this.#with('email', email) ?? this.#with('phone', phone))
        : this.#persons.find(({ id }) => id === personId);
    if (!person && personId !== undefined) return 404;
    if (key !== undefined) this.#keys.set(key, text);
    if (!person) person = await this.#add(email, phone);
    if (person.email === null && !this.#with('email', email)) person.email = email;
    if (person.phone === null && !this.#with('phone', phone)) person.phone = phone;
    person.logs += 1;
    return 201;
  }

  async #add(email: string | null, phone: string | null, name?: string): Promise<Person> {
    // Those that a batch creates come one after the other.
    const id = await madeId('person_id', 'persons', this.#persons, 'seq');
    const person = { id, email, phone, name: name ?? email?.split('@')[0] ?? phone ?? 'Unknown', logs: 0 };
    this.#persons.push(person);
    return person;
  }

  #batch(): Operation {
    const writes = Array.from({ length: 3 }, () => this.#newLog());
    return {
      method: 'POST',
      path: '/v0/person_logs/batch',
      body: { writes: writes.map((log) => ({ source: 'x', type: 'y', ...log })) },
      commit: async () => {
        for (const log of writes) await this.#write(log);
        return 200;
      },
    };
  }

  /** A list of persons, some with keys, of which some are known. */
  #list(): Operation {
    const { pick, happens } = this.scheduler;
    const onConflict = pick(['fill', 'update', 'skip'] as const) ?? 'fill';
    const persons = Array.from({ length: 3 }, () => ({
      ...(happens(0.8) ? { email: pick(emails) ?? '' } : {}),
      ...(happens(0.4) ? { phoneNumber: pick(phones) ?? '' } : {}),
      ...(happens(0.3) ? { name: pick(['Q', 'R']) ?? '' } : {}),
      ...(happens(0.4) ? { idempotencyKey: pick(['l1', 'l2', 'l3', 'l4']) ?? '' } : {}),
    }));
    return {
      method: 'POST',
      path: '/v0/persons/batch',
      body: { persons, onConflict },
      commit: async () => {
        for (const one of persons) await this.#take(one, onConflict);
        return 200;
      },
    };
  }

  /** Writes one of a list to the model. */
  async #take(listed: Listed, onConflict: string): Promise<void> {
    const { email = null, phoneNumber: phone = null, name, idempotencyKey: key } = listed;
    if (email === null && phone === null) return;
    const text = JSON.stringify([listed, onConflict]);
    const known = key === undefined ? undefined : this.#listed.get(key);
    if (known !== undefined) return;
    const person = this.#with('email', email) ?? this.#with('phone', phone);
    const isTaken = person && (this.#with('email', email, person) || this.#with('phone', phone, person));
    if (onConflict === 'update' && isTaken) return;
    if (key !== undefined) this.#listed.set(key, text);
    if (!person) await this.#add(email, phone, name);
    else if (onConflict === 'update')
      Object.assign(person, {
        email: email ?? person.email,
        phone: phone ?? person.phone,
        name: name ?? person.name,
      });
    else if (onConflict === 'fill') {
      if (name && [email?.split('@')[0], phone].includes(person.name)) person.name = name;
      if (!this.#with('email', email)) person.email ??= email;
      if (!this.#with('phone', phone)) person.phone ??= phone;
    }
  }

  #create(): Operation {
    const { pick, happens } = this.scheduler;
    const email = (happens(0.8) && pick(emails)) || null;
    const phone = (happens(0.5) && pick(phones)) || null;
    return {
      method: 'POST',
      path: '/v0/persons',
      body: { name: 'P', ...(email && { email }), ...(phone && { phoneNumber: phone }) },
      commit: async () => {
        if (this.#with('email', email) || this.#with('phone', phone)) return 409;
        await this.#add(email, phone, 'P');
        return 201;
      },
      // It was erased before the retry.
      allows: (status) => status === 404,
    };
  }

  #patch(person: Person): Operation {
    const { pick, happens } = this.scheduler;
    const field = happens(0.6) ? 'email' : 'phone';
    const value = (happens(0.8) && pick(field === 'email' ? emails : phones)) || null;
    const exists = () => this.#persons.includes(person);
    return {
      method: 'PATCH',
      path: `/v0/persons/${person.id}`,
      body: field === 'email' ? { email: value } : { phoneNumber: value },
      commit: () => {
        if (!exists()) return 404;
        if (this.#with(field, value, person)) return 409;
        person[field] = value;
        return 200;
      },
      allows: (status) => status === 404 && !exists(),
    };
  }

  #erase(person: Person): Operation {
    const exists = () => this.#persons.includes(person);
    return {
      method: 'DELETE',
      path: `/v0/persons/${person.id}`,
      commit: (sent, results) => {
        // Nothing is erased when the person was changed since it was read. It is read again.
        if (!exists() || results.every(({ results: rows }) => rows.length === 0)) return undefined;
        this.#forget(person, sent);
        return 200;
      },
      allows: (status) => status === 404 && !exists(),
    };
  }

  #forget(person: Person, sent: Sent[]): void {
    const keep = sent.find(({ text }) => /insert into "erased_identifiers"/.test(text));
    const at = Math.max(...(keep?.params ?? []).filter((value) => typeof value === 'number'));
    for (const value of [person.email, person.phone]) if (value) this.#erased.set(value, at);
    this.#persons = this.#persons.filter((one) => one !== person);
    for (const listen of this.onErased) listen(person);
  }

  /** Applies that an operator has named the newest person. */
  async renamed(name: string): Promise<void> {
    const newest = await env.DB.prepare(
      'select person_id as id from persons order by seq desc',
    ).first<string>('id');
    for (const person of this.#persons) if (person.id === newest) person.name = name;
  }

  /** Applies a form that names its sender, received at this time. Returns whose it is, or undefined for nobody. */
  async submitted(email: string, name: string, receivedAt: number): Promise<Person | undefined> {
    if ((this.#erased.get(email) ?? -1) >= receivedAt) return undefined;
    const person = this.#with('email', email) ?? (await this.#add(email, null, name));
    person.logs += 1;
    return person;
  }

  async compare(): Promise<void> {
    const select = `select person_id as id, email, phone_number as phone, name,
        (select count(*) from person_logs l where l.person_id = p.person_id) as logs from persons p order by person_id`;
    await agreeRows('The persons', select, byId(this.#persons));
    const counts = `select
        (select count(*) from accounts a where linked_persons_count <>
          (select count(*) from persons p where p.account_domain = a.domain)) as accounts,
        (select count(*) from persons) - coalesce((select seq - gone from persons order by seq desc limit 1), 0)
          as persons,
        (select count(*) from accounts) - (select value from counters where name = 'accounts') as totalAccounts,
        (select count(*) from person_logs) - (select coalesce(sum(logs), 0) from person_log_counts) as logs,
        (select count(*) - count(distinct payload ->> 'analyticsSessionId') from person_logs
          where type = 'form-submitted') as repeated,
        (select count(*) from person_logs l where type = 'form-submitted' and not exists (
          select 1 from audience_sessions s where s.analytics_session_id = l.payload ->> 'analyticsSessionId'
            and s.person_id = l.person_id and l.payload ->> '$.fields.message' = s.form_submission_id)) as stray,
        (select count(*) from person_logs where (occurred_at is not null) <> (payload ->> 'n' = 2)) as times`;
    const wrong = await env.DB.prepare(counts).first();
    agree('The wrong counts', wrong, {
      accounts: 0,
      persons: 0,
      totalAccounts: 0,
      logs: 0,
      repeated: 0,
      stray: 0,
      times: 0,
    });
  }
}
