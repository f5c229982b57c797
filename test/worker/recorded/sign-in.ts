import { vi } from 'vitest';
import type { ApiKeyCreated } from '../../../src/access/api-keys/schemas.ts';
import { createCode } from '../../../src/access/sign-in/code.ts';
import { newCode } from '../support/sign-in.ts';
import type { Recorder } from './recorder.ts';

const path = '/v0/sign_in';
const current = '/v0/api_keys/current';

/** Signing in: by a link, through Cloudflare Access, and what the key of a request says of itself. */
export async function signIn({ say, get, post, ask, wait }: Recorder) {
  const anonymous = { key: null };

  say('By a link');
  const code = await newCode(['read', 'write']);
  const { body } = await post<ApiKeyCreated>(path, { code }, anonymous);
  await post(path, { code }, anonymous);
  await post(path, { code: createCode('main') }, anonymous);
  await post(path, { code: createCode('nowhere') }, anonymous);
  await post(path, { code: 'nonsense' }, anonymous);
  await post(path, undefined, anonymous);
  await post(path, { code: '', more: 1 }, { ...anonymous, headers: { 'if-match': 'x' } });
  await post(path, { code: await newCode(['admin'], 'acme') }, anonymous);
  const late = await newCode();
  await post(path, { code: late }, { ...anonymous, headers: { 'sec-fetch-site': 'cross-site' } });
  wait(900_000);
  await post(path, { code: late }, anonymous);
  await get(path);
  await ask('OPTIONS', path, anonymous);

  // Without a valid token: its signature would differ in each recording.
  say('Through Cloudflare Access');
  const bindings = { ACCESS_TEAM_DOMAIN: 'https://acme.cloudflareaccess.com', ACCESS_AUDIENCE: 'aud1' };
  await post(path, {}, { ...anonymous, bindings });
  await post(path, {}, { ...anonymous, bindings, headers: { 'cf-access-jwt-assertion': 'nonsense' } });
  await post(path, {}, { ...anonymous, headers: { 'cf-access-jwt-assertion': 'nonsense' } });
  // Well formed, and the keys of the team cannot be read.
  const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '');
  const token = `${part({ alg: 'RS256', kid: 'k' })}.${part({ sub: 'ada' })}.${part({})}`;
  vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Network connection lost.'));
  vi.spyOn(console, 'error').mockImplementationOnce(() => {});
  await post(path, {}, { ...anonymous, bindings, headers: { 'cf-access-jwt-assertion': token } });
  vi.restoreAllMocks();

  say('What the key of a request is');
  await get(current, { key: body.key });
  await get(current);
  await get(current, { workspace: 'acme' });
  await get(current, { key: body.key, headers: { 'x-d1-bookmark': 'x' } });
  wait(12 * 3_600_000);
  await get(current, { key: body.key });
}
