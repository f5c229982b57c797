import { describe, expect, test } from 'vitest';
import type { PersonLog, PersonLogCreated } from '../../src/person-logs/schemas.ts';
import { send } from './client.ts';

describe('POST /v0/person_logs', () => {
  test('creates a person and a log that reads back', async () => {
    const created = await send<PersonLogCreated>('POST', '/v0/person_logs', {
      source: 'form',
      payload: { a: 1 },
      email: 'Anna@Acme.com',
    });
    expect(created.status).toBe(201);
    const { personId, personLogId } = created.body;
    const read = await send<PersonLog>('GET', `/v0/persons/${personId}/logs/${personLogId}`);
    expect(read.body.payload).toEqual({ a: 1 });
  });
});
