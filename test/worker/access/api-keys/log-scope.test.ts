import { describe, expect, test } from 'vitest';
import type { Scope } from '../../../../src/lib/api-key.ts';
import { operations } from '../../../../src/operations.ts';
import { mintKey, type Problem, send } from '../../support/client.ts';

const entry = { source: 'crm', payload: { stage: 'won' } };
const opened = (scope: Scope) =>
  operations
    .filter(({ scopes }) => scopes?.includes(scope))
    .map(({ method, path }) => `${method} ${path}`)
    .sort();

test('the scope log opens the writes of logs, and lets a key revoke itself: nothing else', () => {
  expect(opened('log')).toEqual([
    'DELETE /v0/api_keys/current',
    'POST /v0/account_logs',
    'POST /v0/person_logs',
    'POST /v0/person_logs/batch',
  ]);
});

test('what collects visits opens nothing else', () => {
  expect(opened('collect')).toEqual(['POST /v0/visits']);
});

describe('a key with only the scope log', () => {
  test('writes logs of persons and accounts', async () => {
    const key = await mintKey(['log']);
    const post = (path: string, body: object) => send('POST', path, body, { key });
    const log = { ...entry, email: 'ada@log-scope.example' };
    expect((await post('/v0/person_logs', log)).status).toBe(201);
    expect((await post('/v0/account_logs', { ...entry, domain: 'log-scope.example' })).status).toBe(201);
    expect((await post('/v0/person_logs/batch', { writes: [log] })).status).toBe(200);
  });

  test('reads, erases and publishes nothing, and says what is needed', async () => {
    const key = await mintKey(['log']);
    const refusal = async (method: string, path: string) => {
      const { status, body } = await send<Problem>(method, path, undefined, { key });
      return `${status} ${body.code} ${body.neededScope}`;
    };
    expect(await refusal('GET', '/v0/persons/search')).toBe('403 insufficient_scope read');
    expect(await refusal('DELETE', '/v0/persons/person_x')).toBe('403 insufficient_scope write');
    expect(await refusal('GET', '/v0/api_keys/current')).toBe('403 insufficient_scope read');
    expect(await refusal('POST', '/v0/visits')).toBe('403 insufficient_scope collect');
  });

  test('is named by the refusal of a write to a key without it', async () => {
    const { body } = await send<Problem>('POST', '/v0/person_logs', entry, { key: await mintKey(['read']) });
    expect([body.detail, body.neededScope]).toEqual([
      'This operation needs one of the scopes log, write.',
      'log',
    ]);
  });
});
