import { expect, test } from 'vitest';
import { assertTier, durationOf, expiryOf, linkScopesOf, nameOf, scopesOf } from '../../scripts/keys/keys.ts';

// What npm run key refuses in its options. test/node/cli.test.ts shows that a refusal is one line.

test.each<[string, () => unknown, RegExp]>([
  ['an unknown scope', () => scopesOf('read,root'), /not root/],
  ['no scope', () => scopesOf(), /--scopes takes read,write,admin,log,collect/],
  ['scopes of a link for visits', () => linkScopesOf('collect'), /--scopes of a link takes read,write,admin/],
  ['an expiry in the past', () => expiryOf('2020-01-01'), /2020-01-01 is not a date in the future/],
  ['an expiry in words', () => expiryOf('soon'), /soon is not a date in the future/],
  ['a name of 101 characters', () => nameOf('x'.repeat(101)), /name.*100/],
  ['a name of two lines', () => nameOf('a\nb'), /name.*control/],
  ['a duration in words', () => durationOf('soon'), /soon is not a duration/],
  ['a duration of 31 days', () => durationOf('31d'), /30 days at most/],
])('%s is refused', (_, given, message) => {
  expect(given).toThrow(message);
});

test.each<[string, string, Parameters<typeof assertTier>[1], RegExp]>([
  ['that is not there', 'gold', ['read'], /gold is not a limit: .* RATE_LIMITER_GOLD/],
  ['that is not a name', 'Hi"gh', ['read'], /--limit takes a name of a-z and 0-9/],
  ['of a collect key', 'high', ['collect'], /visits count against the visitor's address/],
])('a limit %s is refused', async (_, tier, scopes, message) => {
  await expect(assertTier(tier, scopes, {})).rejects.toThrow(message);
});
