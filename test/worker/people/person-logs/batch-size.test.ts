import { describe, expect, test } from 'vitest';
import type { PersonLogBatchResult } from '../../../../src/people/person-logs/schemas.ts';
import { type Problem, send } from '../../support/client.ts';
import { faultsOf, violationsOf } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const log = { source: 'form', payload: { a: 1 } };

describe('POST /v0/person_logs/batch', () => {
  const writes = (count: number) => ({ writes: Array.from({ length: count }, () => log) });

  test.each<[string, unknown, string[]]>([
    ['no writes', {}, ['body writes required']],
    ['an empty list', { writes: [] }, ['body writes too_short']],
    ['101 writes', writes(101), ['body writes too_long']],
    ['null', { writes: null }, ['body writes invalid_type']],
    ['an object', { writes: { 0: log } }, ['body writes invalid_type']],
    [
      'fields of a single write',
      log,
      ['body payload unknown_field', 'body source unknown_field', 'body writes required'],
    ],
  ])('refuses %s', async (_what, body, violations) => {
    const reply = await writesNothing(() => send<Problem>('POST', '/v0/person_logs/batch', body));
    expect(reply.status).toBe(400);
    expect(violationsOf(reply)).toEqual(violations);
  });

  test('answers writes that are no objects one by one', async () => {
    const request = () =>
      send<PersonLogBatchResult>('POST', '/v0/person_logs/batch', { writes: [1, [], 'x'] });
    const { status, body } = await writesNothing(request);
    expect([status, faultsOf(body)]).toEqual([
      200,
      [['writes.0 invalid_type'], ['writes.1 invalid_type'], ['writes.2 invalid_type']],
    ]);
  });

  test('accepts 1 and 100 writes', async () => {
    for (const count of [1, 100]) {
      const { status, body } = await send<PersonLogBatchResult>(
        'POST',
        '/v0/person_logs/batch',
        writes(count),
      );
      expect([status, body.results.length]).toEqual([200, count]);
    }
  });
});
