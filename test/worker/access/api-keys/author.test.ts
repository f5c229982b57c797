import { authorOf, personKeyName } from '../../../../src/access/api-keys/author.ts';
import { addKey } from '../../../../src/access/sign-in/store/add-key.ts';
import { createApiKey } from '../../../../src/lib/api-key.ts';
import { post } from '../../support/annotations.ts';
import { openTestDatabase, send, storeKey } from '../../support/client.ts';
import { newCode, signIn } from '../../support/sign-in.ts';

/** The author of what is written with a key, in one round trip. */
async function authorWith(key: string) {
  // Looks the key up.
  await send('GET', '/v0/api_keys/current', undefined, { key });
  return (await post({}, { key })).body.author;
}

test('who signed in writes by their email, without another round trip', async () => {
  const key = createApiKey('main');
  const now = Date.now();
  const identity = { email: 'zoe@acme.example', endsAt: now + 60_000 };
  await addKey(openTestDatabase(), key, identity, ['read', 'write'], now);
  expect(await authorWith(key)).toBe('zoe@acme.example');
});

test('who signed in by a link writes by the name of the key', async () => {
  const { key } = (await signIn({ code: await newCode() })).body;
  expect(await authorWith(key)).toBe('Console, signed in by link');
});

test('a key of no sign-in writes by its whole name, and cannot pass for a person', async () => {
  const key = createApiKey('main');
  const name = 'Console, boss@acme.example';
  await storeKey(openTestDatabase(), key, { name, scopes: ['read', 'write'] });
  expect(await authorWith(key)).toBe(name);
});

test('an email is cut after 91 characters, with the name of its key', () => {
  const email = `zoe@${'x'.repeat(200)}.example`;
  const name = personKeyName(email);
  expect(name).toHaveLength(100);
  expect(authorOf({ name, isSignIn: 1 })).toBe(email.slice(0, 91));
});
