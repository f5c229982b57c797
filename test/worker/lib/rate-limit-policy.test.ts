import { parsePolicy, policyText } from '../../../src/lib/rate-limit-policy.ts';

test.each([
  ['"api-key";q=3000;w=10', { name: 'api-key', quota: 3000, window: 10 }],
  [' "form" ; q=60; w=600 ', { name: 'form', quota: 60, window: 600 }],
])('reads %s', (text, policy) => {
  expect(parsePolicy(text)).toEqual(policy);
});

test.each([
  undefined,
  '',
  '3000',
  'api-key;q=3000;w=10',
  '"api-key";q=3000',
  '"api-key";q=-1;w=10',
  '"api-key";q=3000;w=10s',
  '"a\r\nb";q=1;w=1',
  `"${'x'.repeat(51)}";q=1;w=1`,
])('treats %j as malformed', (text) => {
  expect(parsePolicy(text)).toBeUndefined();
});

test('writes the policy that it has read', () => {
  const text = '"api-key-high";q=9000;w=10';
  const policy = parsePolicy(text);
  expect(policy && policyText(policy)).toBe(text);
});
