import type { PageLink } from '../../../../src/visits/page-links/schemas.ts';
import { insertAudience } from '../../support/audiences.ts';
import { send } from '../../support/client.ts';
import { at, newLink, patch, post } from '../../support/page-links.ts';
import { newPageId } from '../../support/pages.ts';
import { outcome } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

let pageId = '';
let audienceId = '';
let archivedId = '';
beforeAll(async () => {
  pageId = await newPageId();
  audienceId = await insertAudience(pageId);
  archivedId = await insertAudience(pageId, { archivedAt: 1 });
});

// path.test.ts has a path that is taken (path_taken), and requirements.test.ts a target that is not there.
describe('a page link that is created', () => {
  test.each([
    ['a page', () => ({ targetType: 'page', pageId })],
    ['a page, the audience left empty', () => ({ targetType: 'page', audienceId: '', pageId })],
    ['a page by its audience', () => ({ targetType: 'page', audienceId })],
    ['a page by its audience and itself', () => ({ targetType: 'page', audienceId, pageId })],
    ['a page by its archived audience', () => ({ targetType: 'page', audienceId: archivedId })],
  ])('leads to %s', async (_what, target) => {
    expect((await newLink({ target: target() })).target).toEqual({
      targetType: 'page',
      audienceId: '',
      pageId,
    });
  });

  test('leads to the audience of an audienceId alone, in a create and in an update', async () => {
    const target = { targetType: 'audience', audienceId, pageId };
    for (const alone of [{ audienceId }, { audienceId, pageId: '' }]) {
      const made = await newLink({ target: alone });
      expect(made.target).toEqual(target);
      const link = await newLink({ target: { targetType: 'page', pageId } });
      const changed = await send<PageLink>('PATCH', at(link), { target: alone });
      expect([changed.status, changed.body.target]).toEqual([200, target]);
    }
  });

  test('leads to an audience whose page is given too', async () => {
    const target = { targetType: 'audience', audienceId, pageId };
    expect((await newLink({ target })).target).toEqual(target);
  });
});

describe('a page link that is not valid', () => {
  type Violations = [path: string, code: string][];
  const target = { targetType: 'page', pageId: 'page_x' };
  const cases: [string, Record<string, unknown>, Violations][] = [
    ['2,049 characters', { path: `/${'a'.repeat(2048)}`, target }, [['path', 'too_long']]],
    ['2,049 escaped characters', { path: `/${'%C3%BC'.repeat(2048)}`, target }, [['path', 'too_long']]],
    ['spaces that are too long escaped', { path: '/ '.repeat(700), target }, [['path', 'too_long']]],
    ['100,000 characters', { path: 'ü'.repeat(100_000), target }, [['path', 'too_long']]],
    ['a query in the path', { path: '/a?b', target }, [['path', 'invalid_value']]],
    ['a fragment in the path', { path: '/a#b', target }, [['path', 'invalid_value']]],
    ['a URL', { path: 'https://x/y', target }, [['path', 'invalid_value']]],
    ['half an escape', { path: '/100%', target }, [['path', 'invalid_format']]],
    ['an escape that is not UTF-8', { path: '/%FF', target }, [['path', 'invalid_format']]],
    [
      'a bad path in two ways',
      { path: '/a?%', target },
      [
        ['path', 'invalid_value'],
        ['path', 'invalid_format'],
      ],
    ],
    ['no target type', { path: '/a', target: { pageId: 'page_x' } }, [['target.targetType', 'required']]],
    ['an empty target', { path: '/a', target: {} }, [['target.targetType', 'required']]],
    [
      'an empty audience alone',
      { path: '/a', target: { audienceId: '' } },
      [['target.targetType', 'required']],
    ],
    [
      'an audience and a page of no type',
      { path: '/a', target: { audienceId: 'audience_x', pageId: 'page_x' } },
      [['target.targetType', 'required']],
    ],
    [
      'an audience without one',
      { path: '/a', target: { targetType: 'audience' } },
      [['target.audienceId', 'required']],
    ],
    [
      'an empty audience',
      { path: '/a', target: { targetType: 'audience', audienceId: '', pageId: 'x' } },
      [['target.audienceId', 'required']],
    ],
    ['a page without one', { path: '/a', target: { targetType: 'page' } }, [['target.pageId', 'required']]],
    [
      'a page and an audience that are empty',
      { path: '/a', target: { targetType: 'page', audienceId: '', pageId: '' } },
      [['target.pageId', 'required']],
    ],
    [
      'an unknown field of the target',
      { path: '/a', target: { targetType: 'audience', url: 'x' } },
      [
        ['target.url', 'unknown_field'],
        ['target.audienceId', 'required'],
      ],
    ],
    [
      'everything at once',
      { path: '', tenantDomainId: 1, target: { targetType: 'x' }, more: 1 },
      [
        ['path', 'too_short'],
        ['tenantDomainId', 'invalid_type'],
        ['target.targetType', 'not_allowed'],
        ['more', 'unknown_field'],
      ],
    ],
  ];
  const sorted = (violations: Violations) => [...violations].sort((a, b) => (`${a}` < `${b}` ? -1 : 1));

  test.each(cases)('with %s is refused, and nothing is written', async (_what, body, violations) => {
    const link = await newLink({ target: { targetType: 'page', pageId } });
    await writesNothing(async () => {
      for (const reply of [await post(body), await patch(link, body)]) {
        expect(outcome(reply), reply.text).toEqual([400, 'validation_failed']);
        const named = (reply.body.errors ?? []).map(({ path, code }): [string, string] => [path, code]);
        expect(sorted(named)).toEqual(sorted(violations));
        expect(reply.cost.trips).toBe(0);
      }
    });
  });
});
