import { env } from 'cloudflare:workers';
import { pick } from 'es-toolkit/object';
import fc from 'fast-check';
import type { List } from '../../../src/lib/cursor.ts';
import type { Account } from '../../../src/people/accounts/schemas.ts';
import type { PersonLogCreated } from '../../../src/people/logs/body-schemas.ts';
import type { PersonBatchResult } from '../../../src/people/persons/body-schemas.ts';
import type { Person, PersonList } from '../../../src/people/persons/schemas.ts';
import { send } from '../support/client.ts';
import { action, weighted } from './stories.ts';

// Few values, so that identifiers often match. The model follows docs/developers/semantics.md in the simplest way.
const emails = ['a@one.example', 'b@one.example', 'c@two.example', 'd@gmail.com'];
const phones = ['+15550000001', '+15550000002'];
const profiles = ['anna', 'ben'].map((handle) => `https://www.linkedin.com/in/${handle}`);
const domains = ['one.example', 'three.example'];
const fields = ['email', 'phoneNumber', 'linkedinProfileUrl'] as const;
type Ids = { [K in (typeof fields)[number]]?: string | undefined };
interface ModelPerson extends Ids {
  personId: string;
  domain?: string | undefined;
  logs: number;
}

class Model {
  persons: ModelPerson[] = [];
  accounts = new Set<string>();
  answers = new Map<string, string>();
  /** The write of each key in a list of persons, and what became of it. */
  written = new Map<string, { request: string; outcome: string; personId: string }>();

  holder = (field: (typeof fields)[number], value: string | undefined) =>
    value === undefined ? undefined : this.persons.find((person) => person[field] === value);

  match = (ids: Ids) => fields.map((field) => this.holder(field, ids[field])).find(Boolean);

  accountDomain({ domain, email }: ModelPerson): string | undefined {
    const emailDomain = email?.split('@')[1];
    return domain ?? (emailDomain === 'gmail.com' ? undefined : emailDomain);
  }

  fill(person: ModelPerson, ids: Ids): void {
    for (const field of fields) if (!this.holder(field, ids[field])) person[field] ??= ids[field];
  }

  /** The account of an erased person goes when it has no other. These steps write no log or name of an account. */
  erase(person: ModelPerson): void {
    this.persons = this.persons.filter((other) => other !== person);
    const domain = this.accountDomain(person);
    const isHeld = this.persons.some((other) => this.accountDomain(other) === domain);
    if (domain && !isHeld) this.accounts.delete(domain);
  }

  /** An account is created with the first person that links to it, and stays when its persons move. */
  settle(): void {
    for (const person of this.persons) {
      const domain = this.accountDomain(person);
      if (domain) this.accounts.add(domain);
    }
  }
}

const ids = fc.record(
  {
    email: fc.constantFrom(...emails),
    phoneNumber: fc.constantFrom(...phones),
    linkedinProfileUrl: fc.constantFrom(...profiles),
  },
  { requiredKeys: [] },
);
const domain = fc.option(fc.constantFrom(...domains));
const command = weighted(
  [5, action('log', { ids, key: fc.option(fc.constantFrom('k1', 'k2', 'k3')), to: fc.option(fc.nat(3)) })],
  [2, action('create', { ids, domain })],
  [
    4,
    action('list', {
      onConflict: fc.constantFrom('fill', 'update', 'skip'),
      writes: fc.array(
        fc.record({ ids, domain, key: fc.option(fc.constantFrom('k1', 'k2', 'k3'), { freq: 2 }) }),
        { minLength: 1, maxLength: 5 },
      ),
    }),
  ],
  [
    3,
    action('patch', { who: fc.nat(3), ids, clear: fc.option(fc.constantFrom(...fields, 'domain')), domain }),
  ],
  [1, action('erase', { who: fc.nat(3) })],
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

interface Listed {
  ids: Ids;
  domain: string | null;
  key: string | null;
}

/** What a write of a list does: its status, outcome and person, and whether it is a replay. `newId` is that of a new person. */
function listed(model: Model, { ids, domain, key }: Listed, onConflict: string, newId: string) {
  const refused = (status: number) => [status, null, null, false];
  if (Object.values(ids).every((value) => value === undefined)) return refused(400);
  const request = JSON.stringify([ids, domain, onConflict]);
  const known = key ? model.written.get(key) : undefined;
  if (known)
    return known.request === request
      ? [known.outcome === 'created' ? 201 : 200, known.outcome, known.personId, true]
      : refused(422);
  const found = model.match(ids);
  const isTaken = fields.some((field) => (model.holder(field, ids[field]) ?? found) !== found);
  if (found && onConflict === 'update' && isTaken) return refused(409);
  const person = found ?? { personId: newId, logs: 0, ...ids, domain: domain ?? undefined };
  const before = JSON.stringify(person);
  if (!found) model.persons.push(person);
  else if (onConflict === 'update') Object.assign(person, ids, domain && { domain });
  else if (onConflict === 'fill') {
    if (!model.accountDomain(person)) person.domain = domain ?? undefined;
    model.fill(person, ids);
  }
  const outcome = !found ? 'created' : JSON.stringify(person) === before ? 'unchanged' : 'updated';
  if (key) model.written.set(key, { request, outcome, personId: person.personId });
  return [found ? 200 : 201, outcome, person.personId, false];
}

async function run(model: Model, step: Command): Promise<void> {
  switch (step.kind) {
    case 'log': {
      const target = step.to === null ? undefined : model.persons[step.to];
      const body = {
        source: 'x',
        payload: {},
        ...step.ids,
        ...(step.key ? { idempotencyKey: step.key } : {}),
        ...(target ? { personId: target.personId } : {}),
      };
      const reply = await send<PersonLogCreated>('POST', '/v0/person_logs', body);
      const request = JSON.stringify(body);
      const known = step.key ? model.answers.get(step.key) : undefined;
      if (known) {
        const [first, text] = JSON.parse(known) as [string, string];
        const expected = first === request ? [201, text] : [422, reply.text];
        expect([reply.status, reply.text]).toEqual(expected);
        return;
      }
      expect(reply.status).toBe(201);
      const owner = target ?? model.match(step.ids);
      expect(reply.body.createdPerson).toBe(owner === undefined);
      if (owner) expect(reply.body.personId).toBe(owner.personId);
      const person = owner ?? { personId: reply.body.personId, logs: 0 };
      if (!owner) model.persons.push(person);
      model.fill(person, step.ids);
      person.logs += 1;
      if (step.key) model.answers.set(step.key, JSON.stringify([request, reply.text]));
      return;
    }
    case 'create': {
      const body = { name: 'N', ...step.ids, ...(step.domain ? { domain: step.domain } : {}) };
      const reply = await send<Person>('POST', '/v0/persons', body);
      const taken = fields.some((field) => model.holder(field, step.ids[field]));
      expect(reply.status).toBe(taken ? 409 : 201);
      if (!taken)
        model.persons.push({
          personId: reply.body.personId,
          logs: 0,
          ...step.ids,
          domain: step.domain ?? undefined,
        });
      return;
    }
    case 'list': {
      const persons = step.writes.map(({ ids, domain, key }) => ({
        ...ids,
        ...(domain ? { domain } : {}),
        ...(key ? { idempotencyKey: key } : {}),
      }));
      const { onConflict } = step;
      const [first] = persons;
      const dry = { persons: [first], onConflict, dryRun: true };
      const foreseen = await send<PersonBatchResult>('POST', '/v0/persons/batch', dry);
      const { body } = await send<PersonBatchResult>('POST', '/v0/persons/batch', { persons, onConflict });
      // The first write of a list finds what its dry run has found.
      const shown = body.results
        .slice(0, 1)
        .map((one) => pick(one, ['status', 'outcome', 'ignored', 'replayed']));
      expect(foreseen.body.results, JSON.stringify(step)).toMatchObject(shown);
      for (const [index, { ids, domain, key }] of step.writes.entries()) {
        const { status, outcome, personId, replayed } = body.results[index] ?? {};
        const expected = listed(model, { ids, domain, key }, onConflict, personId ?? '');
        expect([status, outcome, personId, replayed], JSON.stringify(step)).toEqual(expected);
        model.settle();
      }
      return;
    }
    case 'patch': {
      const person = model.persons[step.who];
      if (!person) return;
      const changes = {
        ...step.ids,
        ...(step.domain ? { domain: step.domain } : {}),
        ...(step.clear ? { [step.clear]: null } : {}),
      };
      const { status } = await send('PATCH', `/v0/persons/${person.personId}`, changes);
      const taken = fields.some((field) => {
        const holder = changes[field] ? model.holder(field, changes[field]) : undefined;
        return holder !== undefined && holder !== person;
      });
      expect(status).toBe(taken ? 409 : 200);
      if (taken) return;
      for (const [field, value] of Object.entries(changes)) person[field as 'email'] = value ?? undefined;
      return;
    }
    case 'erase': {
      const person = model.persons[step.who];
      if (!person) return;
      expect((await send('DELETE', `/v0/persons/${person.personId}`)).status).toBe(200);
      model.erase(person);
    }
  }
}

async function compare(model: Model): Promise<void> {
  const persons = await send<PersonList>('GET', '/v0/persons/search?limit=100');
  expect(persons.body.totalCount).toBe(model.persons.length);
  const stored = persons.body.items.map(({ personId, email, phoneNumber, linkedinProfileUrl, domain }) => ({
    personId,
    email: email ?? undefined,
    phoneNumber: phoneNumber ?? undefined,
    linkedinProfileUrl: linkedinProfileUrl ?? undefined,
    domain: domain ?? undefined,
  }));
  const expected = model.persons.map(({ logs: _, ...person }) => person);
  expect(stored.reverse()).toEqual(expected);
  for (const { personId, logs } of model.persons) {
    const { body } = await send<List<unknown>>('GET', `/v0/persons/${personId}/logs?limit=1`);
    expect(body.totalCount).toBe(logs);
  }
  const accounts = await send<List<Account>>('GET', '/v0/accounts?limit=100');
  expect(accounts.body.totalCount).toBe(model.accounts.size);
  const linked = Object.fromEntries([...model.accounts].map((domain) => [domain, 0]));
  for (const person of model.persons) {
    const domain = model.accountDomain(person);
    if (domain) linked[domain] = (linked[domain] ?? 0) + 1;
  }
  expect(
    Object.fromEntries(accounts.body.items.map((account) => [account.domain, account.linkedPersonsCount])),
  ).toEqual(linked);
  const empty = await send<List<Account>>('GET', '/v0/accounts?limit=100&includeEmptyOnly=1');
  expect(empty.body.totalCount).toBe(Object.values(linked).filter((count) => count === 0).length);
}

const tables = ['persons', 'accounts', 'person_logs', 'person_log_counts', 'idempotency_keys'];
const clear = () =>
  env.DB.batch([
    ...tables.map((table) => env.DB.prepare(`delete from ${table}`)),
    env.DB.prepare(`update counters set value = 0 where name <> 'api_keys'`),
  ]);

test('random creates, updates, logs, retries and erasures have the result of a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 25 }), async (steps) => {
      await clear();
      const model = new Model();
      for (const step of steps) {
        await run(model, step);
        model.settle();
      }
      await compare(model);
    }),
    { numRuns: 60 },
  );
});
