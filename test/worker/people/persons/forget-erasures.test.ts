import { env } from 'cloudflare:workers';
import { earlierIdentifierHash, identifierHash } from '../../../../src/people/persons/identity.ts';
import { contents } from '../../support/client.ts';
import { erase, made, newPhone, tag, telling } from '../../support/erasures.ts';
import { newPlace } from '../../support/places.ts';
import { day } from '../../support/times.ts';
import { collect, held, merge, prepareVisits } from '../../support/visits.ts';

prepareVisits();

test('hashes of erased identifiers are kept for 14 days', async () => {
  const count = () => env.DB.prepare('select count(*) as n from erased_identifiers').first('n');
  await env.DB.prepare('delete from erased_identifiers').run();
  const fields = { email: `${tag()}@x.example`, linkedinProfileUrl: `in/${tag()}` };
  await erase((await made(fields)).personId);
  expect(await count()).toBe(2);
  await env.DB.prepare('update erased_identifiers set erased_at = erased_at - ?')
    .bind(14 * day - 60_000)
    .run();
  await held.cron();
  expect(await count()).toBe(2);
  await env.DB.prepare('update erased_identifiers set erased_at = erased_at - 60001').run();
  await held.cron();
  expect(await count()).toBe(0);
});

describe('hashes of erased identifiers', () => {
  const hashes = async () =>
    (
      await env.DB.prepare('select identifier_hash as hash from erased_identifiers').all<{ hash: string }>()
    ).results.map(({ hash }) => hash);
  const secretOf = (db: D1Database) =>
    db.prepare("select value from secrets where name = 'erased_identifiers'").first<string>('value');

  test('need the secret of the database: nobody finds a phone number by trying all', async () => {
    const phoneNumber = newPhone();
    const email = `${tag()}@x.example`;
    await erase((await made({ email, phoneNumber })).personId);
    const secret = (await secretOf(env.DB)) ?? '';
    const stored = await hashes();
    for (const [identifier, key] of [
      ['email', email],
      ['phoneNumber', phoneNumber],
    ] as const) {
      expect(stored).toContain(identifierHash(secret, identifier, key));
      expect(stored).not.toContain(earlierIdentifierHash(identifier, key));
    }
  });

  test('have a secret of 256 bits that no other database has', async () => {
    const secrets = await Promise.all([secretOf(env.DB), secretOf(env.DB_ACME)]);
    for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(secrets).size).toBe(2);
  });

  test('of releases before the secret still refuse a form that was received before the erasure', async () => {
    const [of, email] = [await newPlace(), `${tag()}@x.example`];
    const visit = telling(of, tag(), { formSubmissionId: 'f', email });
    await collect(visit);
    await env.DB.prepare('insert into erased_identifiers values (?, ?)')
      .bind(earlierIdentifierHash('email', email), Date.now() + 1)
      .run();
    await merge(...held.sent.slice(-1));
    expect(JSON.stringify(await contents())).not.toContain(email);
  });
});
