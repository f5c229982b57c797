import type { TenantDomain } from '../../../../src/visits/tenant-domains/schemas.ts';
import { type Problem, send } from '../../support/client.ts';
import { unique } from '../../support/page-links.ts';

describe('a tenant domain that is created', () => {
  test.each([
    ['www.', 'www.'],
    ['M\u00fcnchen.', 'xn--mnchen-3ya.'],
    ['Mu\u0308nchen.', 'xn--mnchen-3ya.'],
    ['https://', ''],
  ])('with %s before it is stored with %s', async (before, stored) => {
    const name = `${unique()}.example`;
    const { body } = await send<TenantDomain>('POST', '/v0/tenant_domains', { domain: `${before}${name}.` });
    expect(body.domain).toBe(`${stored}${name}`);
  });

  test('of 20 concurrent creates is created once', async () => {
    const domain = `${unique()}.example`;
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => send('POST', '/v0/tenant_domains', { domain })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  test.each<[body: object, path: string, code: string]>([
    ...['a b', 'localhost', '-', '-a.example', 'a-.example', 'a..example', '*.example', '<b>.example'].map(
      (domain): [object, string, string] => [{ domain }, 'domain', 'invalid_format'],
    ),
    ...['127.0.0.1', '[::1]', 'a.1', 'a_b.example', `${'a'.repeat(64)}.example`].map(
      (domain): [object, string, string] => [{ domain }, 'domain', 'invalid_format'],
    ),
    [{ domain: `${'ü.'.repeat(120)}example` }, 'domain', 'too_long'],
  ])('is not created from %j', async (body, path, code) => {
    const reply = await send<Problem>('POST', '/v0/tenant_domains', body);
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toEqual(
      expect.arrayContaining([expect.objectContaining({ in: 'body', path, code })]),
    );
  });
});
