import { afterEach, describe, expect, test } from 'vitest';
import { showPath, workspaceDimensions } from '../../console/src/analytics/dimensions.ts';
import {
  chosenOf,
  clickedValue,
  onlyValues,
  pageFilter,
  toggleValue,
  visitFilter,
} from '../../console/src/analytics/filters.ts';
import { keepView } from '../../console/src/nav/kept-view.ts';
import { link, parse } from '../../console/src/nav/router.ts';
import { listFilters } from '../../console/src/screens/sessions/sessions.tsx';

const queryOf = (search: string) => parse(`#/?${search}`).query;

describe('the filter of an address', () => {
  test('has all values of all dimensions, and the dimensions without a value', () => {
    const query = queryOf('range=7d&country=DE&device=mobile&country=AT&unknown=referrer&unknown=country');
    expect(visitFilter(query)).toEqual({
      country: ['DE', 'AT'],
      device: ['mobile'],
      unknown: ['referrer', 'country'],
    });
    expect(chosenOf(query, 'country')).toEqual(['DE', 'AT', null]);
    expect(chosenOf(query, 'browser')).toEqual([]);
  });

  test('of a page may name an audience, that of visits what they did and who they were', () => {
    const query = queryOf('audience=audience_1&device=mobile&hasConversion=true&status=nothing&person=p');
    expect(pageFilter(query)).toEqual({ audienceId: 'audience_1', device: ['mobile'] });
    expect(listFilters(query, 'page_1')).toEqual({
      audienceId: 'audience_1',
      device: ['mobile'],
      hasConversion: 'true',
      personId: 'p',
    });
    // Of all pages the service takes neither an audience nor a person.
    expect(listFilters(query, undefined)).toEqual({ device: ['mobile'], hasConversion: 'true' });
  });

  test('leaves out dimensions that are not there', () => {
    expect(visitFilter(queryOf('unknown=nothing&unknown=constructor&country=&browser'))).toEqual({});
  });

  test.each(['spring', 'a b&c=d', '50%', 'ü,ß', 'x;y'])('finds %j again in the address', (value) => {
    const query = { utmCampaign: value, country: 'DE' };
    expect(parse(link('overview', {}, query)).query).toEqual(query);
  });
});

describe('values that are excluded', () => {
  const query = queryOf('country=DE&not=country&not=device&unknown=referrer');

  test('are in the filter, if there are any', () => {
    expect(visitFilter(query)).toEqual({ country: ['DE'], unknown: ['referrer'], not: ['country'] });
  });

  test('are not excluded any more when all were taken away', () => {
    const empty = { ...query, ...toggleValue(query, 'country', 'DE') };
    const next = { ...empty, ...toggleValue(empty, 'country', 'AT') };
    expect(visitFilter(next)).toEqual({ country: ['AT'], unknown: ['referrer'] });
  });

  test('are excluded alone, and one that is clicked is shown alone', () => {
    const others = onlyValues(query, 'country', { values: ['AT', null], isNot: true });
    expect(visitFilter({ ...query, ...others })).toEqual({
      country: ['AT'],
      unknown: ['referrer', 'country'],
      not: ['country'],
    });
    const clicked = clickedValue(query, 'country', 'FR');
    expect(visitFilter({ ...query, ...clicked })).toEqual({ country: ['FR'], unknown: ['referrer'] });
  });
});

describe('a value', () => {
  const toggledTwice = (search: string, value: string | null) => {
    const before = queryOf(search);
    const added = { ...before, ...toggleValue(before, 'country', value) };
    return [added, { ...added, ...toggleValue(added, 'country', value) }].map(visitFilter);
  };

  test('is added to those that are there, and taken away', () => {
    expect(toggledTwice('country=DE&device=mobile', 'AT')).toEqual([
      { country: ['DE', 'AT'], device: ['mobile'] },
      { country: ['DE'], device: ['mobile'] },
    ]);
  });

  test('that is unknown, too', () => {
    expect(toggledTwice('unknown=referrer', null)).toEqual([
      { unknown: ['referrer', 'country'] },
      { unknown: ['referrer'] },
    ]);
  });
});

describe('range and filters of any page stay', () => {
  afterEach(() => keepView({ screen: 'overview', query: {} }));
  const shownAt = (screen: 'overview' | 'links', search: string) =>
    keepView({ screen, query: queryOf(search) });
  const all = 'range=7d&zone=UTC&country=DE&country=AT&unknown=referrer&pageLinkId=l&audience=a&q=x';

  test('from screen to screen, and what belongs to one does not', () => {
    shownAt('overview', all);
    expect(parse(link('pages')).query).toEqual({
      range: '7d',
      zone: 'UTC',
      country: 'DE\nAT',
      unknown: 'referrer',
    });
    expect(parse(link('links')).query).toEqual({ range: '7d', zone: 'UTC' });
    expect(parse(link('page', { pageId: 'p' }, { country: undefined, unknown: '' })).query).toEqual({
      range: '7d',
      zone: 'UTC',
    });
  });

  test('until a screen whose figures have no filters', () => {
    shownAt('overview', all);
    shownAt('links', 'range=7d');
    expect(parse(link('page', { pageId: 'p' })).query).toEqual({ range: '7d' });
  });

  test('for every dimension but the links of a page', () => {
    for (const name of [...workspaceDimensions, 'unknown']) {
      shownAt('overview', `${name}=${name === 'unknown' ? 'country' : 'value'}`);
      expect(link('overview'), name).toContain(`${name}=`);
    }
  });
});

test.each([
  ['/f%C3%BCr-l%C3%A4den', '/für-läden'],
  ['/a%2Fb/%E6%97%A5', '/a%2Fb/日'],
  ['/100%', '/100%'],
  // A right-to-left override, a zero-width space, and a space.
  ...['/a%E2%80%AEb', '/a%E2%80%8Bb', '/a%20b'].map((path) => [path, path]),
])('the path %s is shown as %s', (path, shown) => {
  expect(showPath(path as string)).toBe(shown);
});
