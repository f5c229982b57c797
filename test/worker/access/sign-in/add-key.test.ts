import type { ApiKey, ApiKeyCurrent } from '../../../../src/access/api-keys/schemas.ts';
import { arrive, newTeam, serveCerts } from '../../support/access.ts';
import { listed } from '../../support/api-keys.ts';
import { send } from '../../support/client.ts';
import { newCode, signIn } from '../../support/sign-in.ts';
import { day, hour, setClock } from '../../support/times.ts';

beforeEach(() => {
  serveCerts();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the key of a user of Cloudflare Access', () => {
  test('lasts 12 hours, and has their email as its name', async () => {
    const now = Date.now() + 24 * hour;
    setClock(now);
    const team = await newTeam();
    const { status, body, cost } = await arrive(team, await team.token());
    expect(status).toBe(201);
    expect(body).toEqual({
      apiKeyId: expect.stringMatching(/^api_key_/),
      key: expect.stringMatching(/^ff_main_[0-9A-Za-z]{38}$/),
      name: 'Console, ada@acme.example',
      scopes: ['read', 'write'],
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + 12 * hour).toISOString(),
      revokedAt: null,
      lastUsedAt: null,
    });
    expect(cost.trips).toBe(1);
    const { body: current } = await send<ApiKeyCurrent>('GET', '/v0/api_keys/current', undefined, {
      key: body.key,
    });
    expect(current).toMatchObject({ name: body.name, scopes: body.scopes, workspace: 'main' });
  });

  test('ends with their sign-in to Access, when that is earlier', async () => {
    const team = await newTeam();
    const exp = Math.floor(Date.now() / 1000) + 600;
    const { body } = await arrive(team, await team.token({ exp }));
    expect(Date.parse(body.expiresAt ?? '')).toBe(exp * 1000);
  });
});

test('keys of sign-ins are deleted by a sign-in 30 days after their end, other keys are not', async () => {
  const now = Date.now() + 10 * day;
  setClock(now);
  const expiresAt = new Date(now + 12 * hour).toISOString();
  const minted = await send<ApiKey>('POST', '/v0/api_keys', { name: 'mine', scopes: ['read'], expiresAt });
  const first = (await signIn({ code: await newCode() })).body;
  const rotated = await send<ApiKey>('POST', `/v0/api_keys/${first.apiKeyId}/rotate`);
  const ids = async () => (await listed()).items.map(({ apiKeyId }) => apiKeyId);
  vi.setSystemTime(now + 30 * day + 12 * hour);
  await signIn({ code: await newCode() });
  expect(await ids()).toEqual(expect.arrayContaining([first.apiKeyId, rotated.body.apiKeyId]));
  vi.setSystemTime(now + 30 * day + 12 * hour + 1);
  const last = (await signIn({ code: await newCode() })).body;
  const left = await ids();
  expect(left).toEqual(expect.arrayContaining([minted.body.apiKeyId, last.apiKeyId]));
  expect(left).not.toContain(first.apiKeyId);
  expect(left).not.toContain(rotated.body.apiKeyId);
  expect((await listed()).totalCount).toBe(left.length);
});
