import { describe, expect, test } from 'vitest';
import {
  chosenOf,
  pageFilter,
  toggleValue,
  viewQuery,
  visitFilter,
} from '../../console/src/analytics/filters.ts';
import { link, parse } from '../../console/src/nav/router.ts';
import { listFilters } from '../../console/src/screens/sessions/filters.ts';

const queryOf = (search: string) => parse(`#/?${search}`).query;

describe('the filter of an address', () => {
  test('has all values of all dimensions, and the dimensions without a value', () => {
    const query = queryOf('range=7d&country=DE&device=mobile&country=AT&unknown=referrer&unknown=country');
    expect(visitFilter(query)).toEqual({
      ...{ country: ['DE', 'AT'], device: ['mobile'], unknown: ['referrer', 'country'] },
    });
    expect(chosenOf(query, 'country')).toEqual(['DE', 'AT', null]);
    expect(chosenOf(query, 'browser')).toEqual([]);
  });

  test('of a page may name an audience, that of visits what they did and who they were', () => {
    const query = queryOf('audience=audience_1&device=mobile&hasConversion=true&status=nothing&person=p');
    expect(pageFilter(query)).toEqual({ audienceId: 'audience_1', device: ['mobile'] });
    expect(listFilters(query)).toEqual({
      ...{ audienceId: 'audience_1', device: ['mobile'], hasConversion: 'true', personId: 'p' },
    });
  });

  test('leaves out dimensions that are not there', () => {
    expect(visitFilter(queryOf('unknown=nothing&unknown=constructor&country=&browser'))).toEqual({});
  });

  test.each(['spring', 'a b&c=d', '50%', 'ü,ß', 'x;y'])('finds %j again in the address', (value) => {
    const query = { utmCampaign: value, country: 'DE' };
    expect(parse(link('overview', {}, query)).query).toEqual(query);
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

test('range and filters of any page stay from screen to screen, and what belongs to one does not', () => {
  const query = queryOf(
    'range=7d&zone=UTC&country=DE&country=AT&unknown=referrer&pageLinkId=l&audience=a&q=x',
  );
  const kept = parse(link('pages', {}, viewQuery(query))).query;
  expect(kept).toEqual({ range: '7d', zone: 'UTC', country: 'DE\nAT', unknown: 'referrer' });
});
