import { describe, expect, test } from 'vitest';
import { type Problem, send } from '../support/client.ts';
import { newPerson } from '../support/persons.ts';
import { violationsOf } from '../support/replies.ts';
import { writesNothing } from '../support/writes-nothing.ts';

const astral = '\u{1f4a9}';

describe('queries of a list', () => {
  // For every list, routes/lists.test.ts has bad limits and routes/queries.test.ts parameters that are given twice.
  test.each([
    ['/v0/accounts?includeEmptyOnly=TRUE', 'includeEmptyOnly not_allowed'],
    ['/v0/persons/{id}/logs?source=A', 'source invalid_format'],
    ['/v0/persons/{id}/logs?type=a--b', 'type invalid_format'],
    [`/v0/persons/{id}/logs?type=${'x'.repeat(101)}`, 'type too_long'],
    ['/v0/persons/{id}/logs?type=%00', 'type invalid_format'],
    ['/v0/accounts?sort=LATESTVISITAT', 'sort not_allowed'],
    [`/v0/accounts?query=${encodeURIComponent(astral.repeat(501))}`, 'query too_long'],
    ['/v0/accounts?query=a&sort=latestVisitAt', 'sort not_allowed'],
    ['/v0/accounts?query=%20&sort=latestActivityAt', 'sort not_allowed'],
    ['/v0/accounts?query=a&limit=0&sort=linkedPersonsCount', 'sort not_allowed'],
    ['/v0/accounts?query=a&limit=0&sort=linkedPersonsCount', 'limit too_small'],
    ['/v0/accounts?query=a&sort=latestVisitAt&domain=a.example', 'domain not_allowed'],
    ['/v0/accounts?query=a&includeEmptyOnly=1', 'includeEmptyOnly not_allowed'],
    ['/v0/persons/search?sort=latestActivityAt', 'sort not_allowed'],
    [`/v0/analytics/breakdown?by=country&query=${'x'.repeat(201)}`, 'query too_long'],
    [`/v0/persons/search?query=${'x'.repeat(10_000)}`, 'query too_long'],
    [`/v0/persons/search?query=${'%20'.repeat(10_000)}`, 'query too_long'],
    [`/v0/persons/search?query=${encodeURIComponent(astral.repeat(501))}`, 'query too_long'],
  ])('%s is refused with %s', async (path, violation) => {
    const { personId } = await newPerson();
    const reply = await writesNothing(() => send<Problem>('GET', path.replace('{id}', personId)));
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
    expect(violationsOf(reply)).toContain(`query ${violation}`);
  });
});
