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
  snapshot: JSON.stringify({ title: 'For Zoe' }),
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
  const tags = states.map(etagOf);
  // An audience without a snapshot serves the page, as the link to the page does.
  expect(new Set(tags).size).toBe(states.length - 1);
  expect(etagOf({ ...toAudience, pageRevision: 4 })).toBe(etagOf(toAudience));
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
