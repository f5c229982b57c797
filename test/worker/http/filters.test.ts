import * as z from 'zod/mini';
import { filterFields, filtersOf } from '../../../src/analytics/filter-schemas.ts';
import type { Filters } from '../../../src/analytics/question.ts';
import type { Page } from '../../../src/content/pages/schemas.ts';
import { dimensions } from '../../../src/vocabulary/dimensions.ts';
import { type Problem, send } from '../support/client.ts';
import { newPerson } from '../support/persons.ts';
import { violationsOf } from '../support/replies.ts';
import { writesNothing } from '../support/writes-nothing.ts';

const Query = z.object(filterFields);
/** What a parameter gives a validator: a text, or a list if it is there several times. */
const filters = (query: Record<string, string | string[]>) => filtersOf(Query.parse(query));

describe('the filters of a query', () => {
  test.each<[string, Record<string, string | string[]>, Filters]>([
    ['are none', {}, {}],
    ['are a value', { utmSource: 'a' }, { utmSource: ['a'] }],
    ['are several values', { utmSource: ['a', 'b'] }, { utmSource: ['a', 'b'] }],
    ['have no order', { utmSource: ['b', 'a'] }, { utmSource: ['a', 'b'] }],
    ['name a value once', { utmSource: ['a', 'b', 'a'] }, { utmSource: ['a', 'b'] }],
    ['tell capitals from small letters', { utmSource: ['a', 'A'] }, { utmSource: ['A', 'a'] }],
    ['leave out an empty value', { utmSource: '' }, {}],
    ['leave out empty values', { utmSource: ['', ''] }, {}],
    ['leave out an empty value among others', { utmSource: ['', 'a', ''] }, { utmSource: ['a'] }],
    ['keep spaces', { utmSource: ' ' }, { utmSource: [' '] }],
    ['are unknown', { unknown: 'referrer' }, { referrer: [null] }],
    ['are several unknown', { unknown: ['referrer', 'country'] }, { referrer: [null], country: [null] }],
    ['name an unknown once', { unknown: ['referrer', 'referrer'] }, { referrer: [null] }],
    ['leave out an empty unknown', { unknown: ['', 'referrer'] }, { referrer: [null] }],
    ['are a value or unknown', { referrer: 'a', unknown: 'referrer' }, { referrer: ['a', null] }],
    ['are an empty value or unknown', { referrer: '', unknown: 'referrer' }, { referrer: [null] }],
    ['are not unknown by the text null', { referrer: 'null' }, { referrer: ['null'] }],
    ['exclude a value', { referrer: 'a', not: 'referrer' }, { referrer: { not: ['a'] } }],
    [
      'exclude a value and unknown',
      { referrer: 'a', unknown: 'referrer', not: ['referrer', 'country'] },
      { referrer: { not: ['a', null] } },
    ],
    [
      'are of several dimensions',
      { utmSource: ['b', 'a'], country: 'DE', unknown: ['country', 'device'] },
      { utmSource: ['a', 'b'], country: ['DE', null], device: [null] },
    ],
  ])('%s: %j', (_, query, expected) => {
    expect(filters(query)).toEqual(expected);
  });

  test('have one text for one meaning, so that a cursor belongs to it', () => {
    const one = filters({ country: ['DE', 'AT'], utmSource: 'a', unknown: ['device', 'browser'] });
    const same = filters({ unknown: ['browser', 'device'], utmSource: ['a', 'a'], country: ['AT', 'DE'] });
    expect(JSON.stringify(same)).toBe(JSON.stringify(one));
  });

  test('can be all at once', () => {
    const query = Object.fromEntries(dimensions.map((name) => [name, ['a', 'b']]));
    const expected = Object.fromEntries(dimensions.map((name) => [name, ['a', 'b', null]]));
    expect(filters({ ...query, unknown: [...dimensions] })).toEqual(expected);
  });
});

let pageId: string;
beforeAll(async () => {
  const page = { title: 'Filters', url: 'https://query.filters.example/' };
  pageId = (await send<Page>('POST', '/v0/pages', page)).body.pageId;
});

const range = 'startDate=2026-01-01T00:00:00Z&endDate=2026-01-02T00:00:00Z';
const operations: [path: string, needed: string][] = [
  ['/v0/pages/{page_id}/analytics/audiences', ''],
  ['/v0/pages/{page_id}/analytics/timeseries', `interval=day&${range}&`],
  ['/v0/pages/{page_id}/analytics/breakdown', 'by=country&'],
  ['/v0/pages/{page_id}/audience_sessions', ''],
  ['/v0/audience_sessions', ''],
  ['/v0/analytics/pages', ''],
  ['/v0/analytics/timeseries', `interval=day&${range}&`],
  ['/v0/analytics/breakdown', 'by=country&'],
];
const times = (count: number, pair: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => pair(n)).join('&');

describe.each(operations)('%s', (path, needed) => {
  const get = (query: string) =>
    send<Problem>('GET', `${path.replace('{page_id}', pageId)}?${needed}${query}`);

  test.each([
    [
      'every dimension twice, and all unknown',
      dimensions.map((name) => `${name}=a&${name}=b&unknown=${name}`),
    ],
    ['20 values of one', [times(20, (n) => `landingPath=/${n}`)]],
    ['20 values and empty ones', [times(20, (n) => `landingPath=/${n}&landingPath=`)]],
    ['a value of 2,048 characters', [`landingPath=/${'x'.repeat(2047)}`]],
    ['any text', ['utmSource=%00', "utmSource='%20or%201=1", 'utmSource=%F0%9F%92%A9', 'browser=%25']],
  ])('takes %s', async (_, parts) => {
    const { status, text } = await get(parts.join('&'));
    expect(status, text).toBe(200);
  });

  test.each<[string, [path: string, code: string, message: RegExp | string][]]>([
    [times(21, (n) => `utmSource=${n}`), [['utmSource', 'too_large', 'must have at most 20 values']]],
    [times(21, () => 'utmSource=a'), [['utmSource', 'too_large', 'must have at most 20 values']]],
    [
      `${times(21, (n) => `utmSource=${n}`)}&${times(21, (n) => `browser=${n}`)}`,
      [
        ['browser', 'too_large', 'must have at most 20 values'],
        ['utmSource', 'too_large', 'must have at most 20 values'],
      ],
    ],
    [`utmSource=${'x'.repeat(2049)}`, [['utmSource', 'too_long', /2048/]]],
    [`utmSource=a&utmSource=${'x'.repeat(2049)}`, [['utmSource', 'too_long', /2048/]]],
    ['unknown=x', [['unknown', 'not_allowed', /utmSource.*landingPath/]]],
    ['unknown=utmsource', [['unknown', 'not_allowed', /utmSource/]]],
    ['unknown=referrer&unknown=audienceId', [['unknown', 'not_allowed', /utmSource/]]],
    ['unknown=referrer,country', [['unknown', 'not_allowed', /utmSource/]]],
    [
      times(dimensions.length + 1, () => 'unknown=referrer'),
      [['unknown', 'too_large', `must have at most ${dimensions.length} values`]],
    ],
    [
      'startDate=2026-01-01T00:00:00Z&startDate=2026-01-01T00:00:00Z&unknown=x&utmSource=a&utmSource=b',
      [
        ['startDate', 'invalid_type', /^This parameter is given [23] times; give it once\.$/],
        ['unknown', 'not_allowed', /utmSource/],
      ],
    ],
  ])('refuses %.60s', async (query, expected) => {
    const { status, body, cost } = await get(query);
    expect([status, cost.trips]).toEqual([400, 0]);
    const found = body.errors?.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    expect(found?.map(({ in: part, path, code }) => [part, path, code])).toEqual(
      expected.map(([path, code]) => ['query', path, code]),
    );
    for (const [index, [, , message]] of expected.entries()) expect(found?.[index]?.message).toMatch(message);
  });
});

const astral = '\u{1f4a9}';

describe('queries of a list', () => {
  // For every list, routes/queries.test.ts has bad limits and parameters that are given twice.
  test.each([
    ['/v0/accounts?includeEmptyOnly=TRUE', 'includeEmptyOnly not_allowed'],
    ['/v0/persons/{id}/logs?source=A', 'source invalid_format'],
    ['/v0/persons/{id}/logs?type=a--b', 'type invalid_format'],
    [`/v0/persons/{id}/logs?type=${'x'.repeat(101)}`, 'type too_long'],
    ['/v0/persons/{id}/logs?type=%00', 'type invalid_format'],
    ['/v0/audience_sessions?hasConversion=1', 'hasConversion not_allowed'],
    ['/v0/audience_sessions?hasFormSubmit=TRUE', 'hasFormSubmit not_allowed'],
    ['/v0/accounts?sort=LATESTVISITAT', 'sort not_allowed'],
    [`/v0/accounts?query=${encodeURIComponent(astral.repeat(501))}`, 'query too_long'],
    ['/v0/accounts?query=a&sort=latestVisitAt', 'sort not_allowed'],
    ['/v0/accounts?query=%20&sort=latestActivityAt', 'sort not_allowed'],
    ['/v0/accounts?query=a&limit=0&sort=linkedPersonsCount', 'sort not_allowed'],
    ['/v0/accounts?query=a&limit=0&sort=linkedPersonsCount', 'limit too_small'],
    ['/v0/accounts?query=a&sort=latestVisitAt&domain=a.example', 'domain not_allowed'],
    ['/v0/accounts?query=a&includeEmptyOnly=1', 'includeEmptyOnly not_allowed'],
    ['/v0/persons/search?sort=latestActivityAt', 'sort not_allowed'],
    ['/v0/persons/search?query=a&sort=latestVisitAt', 'sort not_allowed'],
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
