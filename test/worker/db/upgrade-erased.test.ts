import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropAll } from '../support/empty.ts';

// A database of commit 144f7410, in which an erasure left the ids of whom alerts had been fired for.

const db = env.UPGRADED;
const led = { alertId: 'alert_1', firingId: 'firing_1', webhookId: 'webhook_1' };
const none = { accountId: null, personId: null, pageId: null };
const ofPerson = (personId: string) => ({ ...led, ...none, personId });
const ofAccount = (accountId: string) => ({ ...led, ...none, accountId });
const ofPage = { ...led, ...none, pageId: 'page_1' };
const ofVisit = { audienceSessionId: 'session_1', pageId: 'page_1' };

/** What events lead to, whom each names, and whether that was erased before. */
const cases: [event: string, related: object, named: string | undefined, isErased: boolean][] = [
  ['of an erased person', ofPerson('person_erased'), 'person_erased', true],
  ['of an account that is gone', ofAccount('account_erased'), 'account_erased', true],
  [
    'of an erased person of an account that is there',
    { ...ofAccount('account_there'), personId: 'person_erased' },
    'person_erased',
    true,
  ],
  ['of a person who is there', ofPerson('person_there'), 'person_there', false],
  ['of an account that is there', ofAccount('account_there'), 'account_there', false],
  ['of a page', ofPage, undefined, false],
  ['of a visit', ofVisit, undefined, false],
];
const unnamed = (related: object) => {
  const { personId: _, accountId: __, ...rest } = related as Partial<ReturnType<typeof ofPerson>>;
  return rest;
};
/** What the events lead to, in their order. */
const found = async () =>
  (await db.prepare('select related from events order by sequence').all<{ related: string }>()).results.map(
    ({ related }) => JSON.parse(related),
  );

beforeAll(async () => {
  await applyD1Migrations(
    db,
    env.MIGRATIONS.filter(({ name }) => name < '0059'),
  );
  await db.batch([
    db.prepare(
      `insert into persons (person_id, name, search_name, slug, created_at, updated_at)
       values ('person_there', 'P', 'p', 'p', 1, 1)`,
    ),
    db.prepare(
      `insert into accounts (account_id, domain, name, linked_persons_count, created_at, updated_at,
         latest_activity_at) values ('account_there', 'there.example', 'A', 0, 1, 1, 1)`,
    ),
    db.prepare(`insert into erasures (person_id, erasure_id, erased_logs_count, erased_at)
      values ('person_erased', 'erasure_1', 0, 1)`),
    ...cases.map(([, related]) =>
      db
        .prepare(
          `insert into events (type, subject, related, created_at) values ('alert.fired', 'alert_1', ?, 1)`,
        )
        .bind(JSON.stringify(related)),
    ),
  ]);
  await applyD1Migrations(db, env.MIGRATIONS);
});
afterAll(() => dropAll(db));

test.each(cases.map((one, place) => [...one, place] as const))(
  'an event %s',
  async (_, related, __, isErased, place) => {
    expect((await found())[place]).toEqual(isErased ? unnamed(related) : related);
  },
);

test('an event of before names nobody after a later erasure either', async () => {
  await db.batch([
    db.prepare(`delete from persons where person_id = 'person_there'`),
    db.prepare(`delete from accounts where account_id = 'account_there'`),
  ]);
  expect(await found()).toEqual(cases.map(([, related, named]) => (named ? unnamed(related) : related)));
});
