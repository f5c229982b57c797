import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtWorker } from '../../scripts/build/worker.ts';
import { type LocalServer, serve } from '../../scripts/server/serve.ts';
import type { ApiKeyCreated, ApiKeyCurrent } from '../../src/access/api-keys/schemas.ts';
import { newSigner, type Signer, signed } from '../worker/support/signer.ts';
import { migratedStateDir } from './migrated.ts';
import { call, cleanUp, freePort } from './processes.ts';

// The built worker in workerd reads the certs of a team from a real server and verifies real signatures. The table of
// tokens is in test/worker/access/sign-in/access.test.ts.

let signers: Signer[];
const asked: string[] = [];
const certs = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ keys: signers.map(({ cert }) => cert) }));
});
let server: LocalServer;
let address: string;
let issuer: string;

beforeAll(async () => {
  signers = [await newSigner(), await newSigner()];
  certs.listen(0, '127.0.0.1');
  await once(certs, 'listening');
  issuer = `http://127.0.0.1:${(certs.address() as AddressInfo).port}`;
  const folder = migratedStateDir();
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const settings = { ACCESS_TEAM_DOMAIN: issuer, ACCESS_AUDIENCE: 'aud1', ACCESS_SCOPES: 'read admin' };
  server = await serve(await builtWorker(), folder, port, settings);
});
afterAll(async () => {
  await server.stop();
  certs.close();
  cleanUp();
});

const token = (signer: Signer, claims: object = {}) =>
  signed(
    {
      iss: issuer,
      aud: ['aud1'],
      email: 'ada@acme.example',
      exp: Math.floor(Date.now() / 1000) + 86_400,
      ...claims,
    },
    signer,
  );

async function signIn(assertion: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${address}/v0/sign_in`, {
    method: 'POST',
    headers: { 'cf-access-jwt-assertion': assertion, ...headers },
  });
  return { status: response.status, body: (await response.json()) as ApiKeyCreated & { code: string } };
}

test('a user of Access gets a key that works', async () => {
  for (const signer of signers) {
    const { status, body } = await signIn(await token(signer));
    expect([status, body.name, body.scopes]).toEqual([201, 'Console, ada@acme.example', ['read', 'admin']]);
    const own = await call<ApiKeyCurrent>({ address, key: body.key }, 'GET', '/v0/api_keys/current');
    expect(own.body).toMatchObject({ apiKeyId: body.apiKeyId, scopes: ['read', 'admin'], workspace: 'main' });
  }
  expect(asked).toEqual(['/cdn-cgi/access/certs']);
});

test('a forged token is refused, and does not make the worker read the certs again', async () => {
  const stranger = await newSigner();
  const forged = [
    await token({ ...stranger, kid: signers[0]?.kid ?? '' }),
    await token(stranger),
    await token(signers[0] as Signer, { aud: ['aud2'] }),
    await token(signers[0] as Signer, { iss: 'https://acme.cloudflareaccess.com' }),
    await token(signers[0] as Signer, { exp: 1 }),
  ];
  for (const assertion of forged) {
    const { status, body } = await signIn(assertion);
    expect([status, body.code]).toEqual([401, 'invalid_sign_in']);
  }
  expect(asked).toHaveLength(1);
});

test('another website cannot make a browser sign in', async () => {
  const { status, body } = await signIn(await token(signers[0] as Signer), {
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  });
  expect([status, body.code]).toEqual([403, 'cross_site_request']);
});
