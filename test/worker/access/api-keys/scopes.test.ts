import { describe, expect, test } from 'vitest';
import { type Problem, send } from '../../support/client.ts';
import { violationsOf } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('scopes of a key', () => {
  test.each([
    [['root'], ['body scopes.0 not_allowed']],
    [
      ['read', 'READ', 1, null],
      ['body scopes.1 not_allowed', 'body scopes.2 not_allowed', 'body scopes.3 not_allowed'],
    ],
    [[['read']], ['body scopes.0 not_allowed']],
    [['read', 'read'], ['body scopes invalid_value']],
    [['__proto__'], ['body scopes.0 not_allowed']],
  ])('%j are not allowed', async (scopes, violations) => {
    const reply = await writesNothing(() => send<Problem>('POST', '/v0/api_keys', { name: 'Key', scopes }));
    expect(violationsOf(reply)).toEqual(violations);
  });
});

test.each([['2020-01-01T00:00:00Z'], [new Date(Date.now() - 1000).toISOString()]])(
  'a key cannot expire in the past: %s',
  async (expiresAt) => {
    const key = { name: 'Key', scopes: ['read'], expiresAt };
    const reply = await writesNothing(() => send<Problem>('POST', '/v0/api_keys', key));
    expect(violationsOf(reply)).toEqual(['body expiresAt invalid_value']);
  },
);
