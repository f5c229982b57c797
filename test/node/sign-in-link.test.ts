import { expect, test } from 'vitest';
import { addressOf, customDomainOf } from '../../scripts/keys/sign-in-link.ts';

const custom = { pattern: 'footfall.acme.example', custom_domain: true };
const route = { pattern: 'www.acme.example/hello/*', zone_name: 'acme.example' };

test.each([
  ['no route', {}, undefined],
  ['a custom domain', { routes: [custom] }, 'https://footfall.acme.example'],
  ['one beside other routes', { routes: [route, 'acme.example/*', custom] }, 'https://footfall.acme.example'],
  ['one as its only route', { route: custom }, 'https://footfall.acme.example'],
  ['a route that is none', { route: 'acme.example/*' }, undefined],
  ['two custom domains', { routes: [custom, { ...custom, pattern: 'b.example' }] }, undefined],
])('the address of wrangler.toml with %s', (_what, settings, address) => {
  expect(customDomainOf({ route: undefined, routes: undefined, ...settings })).toBe(address);
});

test.each([
  ['https://footfall.acme.example', 'https://footfall.acme.example'],
  ['https://footfall.acme.example/', 'https://footfall.acme.example'],
  ['https://footfall.acme.example:8443', 'https://footfall.acme.example:8443'],
  ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
  ['http://localhost:8787', 'http://localhost:8787'],
])('%s is an address', async (given, address) => {
  expect(await addressOf(given, {})).toBe(address);
  expect(await addressOf(given, { remote: true })).toBe(address);
});

test.each([
  'http://footfall.acme.example',
  'footfall.acme.example',
  'https://footfall.acme.example/console',
  'https://footfall.acme.example?a=b',
  'https://user@footfall.acme.example',
  'javascript:alert(1)',
  '',
])('%s is none, because a key would be sent elsewhere or in plain text', async (given) => {
  await expect(addressOf(given, {})).rejects.toThrow(/--address takes the origin of the service/);
});
