import { describe, expect, test } from 'vitest';
import { Problem } from '../../../../src/http/problem.ts';
import { send } from '../../support/client.ts';
import { check } from '../../support/route-requests.ts';

test.each(['%00', '%0A', '%F0%9F%92%A9', '%FF', '%25', '..%2f', '%22', '%zz'])(
  'the instance of a problem is the path as it was sent: %s',
  async (id) => {
    const path = `/v0/persons/${id}`;
    const { body } = await send<Problem>('GET', `${path}?secret=1`);
    expect(body.instance).toBe(path);
  },
);

describe('a problem stays within the limits in the document', () => {
  const longest = Problem.shape;
  test.each([
    ['a path of 30,000 characters', '/v0/', 30_000, {}],
    ['a path of escapes', `/v0/a${'%C3%BC'.repeat(5000)}`, 0, {}],
    ['a path of escapes, cut elsewhere', `/v0/ab${'%C3%BC'.repeat(5000)}`, 0, {}],
    ['a path of characters that are escaped', `/v0/${'"'.repeat(5000)}`, 0, {}],
    ['an Origin of 20 KB', '/v0/visits', 0, { origin: `https://${'x'.repeat(20_000)}.example` }],
    ['a method that a long path does not take', '/v0/persons/', 20_000, {}],
  ])('with %s', async (_what, start, length, headers) => {
    const path = `${start}${'x'.repeat(length)}`;
    const method = start === '/v0/persons/' || start === '/v0/visits' ? 'POST' : 'GET';
    const reply = await send<Problem>(method, path, undefined, { headers });
    check(reply, path.slice(0, 50));
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(longest.detail.safeParse(reply.body.detail).success).toBe(true);
    expect(longest.instance.safeParse(reply.body.instance).success).toBe(true);
    expect(reply.body.instance).not.toMatch(/%.?$/);
    expect(reply.text.length).toBeLessThan(3000);
  });
});
