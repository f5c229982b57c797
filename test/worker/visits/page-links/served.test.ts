import {
  etagOf,
  type Found,
  foundPage,
  linkOf,
  servedOf,
} from '../../../../src/visits/page-links/store/served.ts';

const page = {
  pageId: 'page_p',
  title: 'Pricing',
  url: 'https://acme.example/pricing',
  metadata: { description: 'For all' },
  fields: [],
  pageRevision: 3,
};
const own = foundPage(page);
const toPage: Found = {
  ...own,
  pageLinkId: 'page_link_l',
  tenantDomainId: null,
  path: '/pricing',
  targetType: 'page',
  revision: 1,
};
const toAudience: Found = {
  ...toPage,
  targetType: 'audience',
  audienceId: 'audience_a',
  personId: 'person_z',
  versionId: 'version_v',
  versionNumber: 2,
  snapshot: JSON.stringify({ title: 'For Zoe', metadata: { robots: [] } }),
};

test('what is found has a tag of its own in each state, of the link and of what is served', () => {
  const states: Found[] = [
    own,
    { ...own, pageRevision: 4 },
    toPage,
    { ...toPage, revision: 2 },
    { ...toPage, pageRevision: 4 },
    toAudience,
    { ...toAudience, personId: null },
    { ...toAudience, versionId: 'version_w' },
    { ...toAudience, snapshot: null },
    { ...own, pageId: 'page_q' },
  ];
  const tags = states.map((row) => etagOf(row, null));
  // An audience without a snapshot serves the page, as the link to the page does.
  expect(new Set(tags).size).toBe(states.length - 1);
  expect(etagOf({ ...toAudience, pageRevision: 4 }, null)).toBe(etagOf(toAudience, null));
});

test('a page without a link has no link', () => {
  const none = { pageLinkId: null, tenantDomainId: null, path: null, target: null };
  expect(linkOf(own)).toEqual({ ...none, pageId: 'page_p' });
  expect(linkOf(toAudience)).toMatchObject({ path: '/pricing', target: { audienceId: 'audience_a' } });
});

test('the snapshot is served, or else the page, and of no page neither', () => {
  expect(servedOf(toAudience)).toMatchObject({
    source: 'audience',
    audienceId: 'audience_a',
    personId: 'person_z',
    content: { title: 'For Zoe', fields: {} },
  });
  const nobody = { source: 'page', audienceId: null, personId: null, versionId: null };
  for (const row of [own, toPage, { ...toAudience, snapshot: null }])
    expect(servedOf(row)).toMatchObject({ ...nobody, content: { title: 'Pricing' } });
  expect(() => servedOf({ ...own, title: null })).toThrow('page_p is not there');
});

test.each([
  ['a person', 'person_z', [], ['noindex']],
  ['a person', 'person_z', ['nofollow', 'noindex'], ['noindex', 'nofollow']],
  // A page may let itself be shown, but not to one person.
  ['a person', 'person_z', ['index', 'follow'], ['noindex', 'follow']],
  ['a person', 'person_z', ['all'], ['noindex']],
  ['many', null, ['index'], ['index']],
  ['many', null, [], []],
])('words for %s (%s) with the robots %j have %j', (_, personId, robots, expected) => {
  const snapshot = JSON.stringify({ title: 'For Zoe', metadata: { robots } });
  expect(servedOf({ ...toAudience, personId, snapshot }).content.metadata.robots).toEqual(expected);
});

test('a page that a link for a person leads to has its own robots, as if there was no audience', () => {
  expect(servedOf({ ...toAudience, snapshot: null }).content.metadata.robots).toEqual([]);
});
