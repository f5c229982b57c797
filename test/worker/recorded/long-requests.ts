/** Lines of requests that are too long for a recording, which has the beginning and a hash of each. */
export const longRequests = [
  `GET /v0/persons/${'x'.repeat(2100)}`,
  `GET /v0/page_links/search?targetType=file&limit=0&query=${'q'.repeat(2049)}`,
  `{"path":"/${'p'.repeat(2048)}","target":{"pageId":"<page:1>","audienceId":"<audience:1>"}}`,
  `{"title":"t\\nt","purpose":"${'p'.repeat(2001)}","sortOrder":"1"}`,
  ...['a', 'b'].map(
    (name) =>
      `{"fields":[{"name":"${name}","label":"L","kind":"long","default":"${'x'.repeat(10_000)}","maxLength":10000}]}`,
  ),
  `{"title":"${'t'.repeat(1024 * 1024)}"}`,
  `{"name":"Long","address":"/${'x'.repeat(2000)}"}`,
  `{"name":"For the board","path":"/${'x'.repeat(2000)}","lifetime":"30d"}`,
  JSON.stringify({
    actionUrlOverride: 'https://a.example\\@b.example',
    customName: 'n'.repeat(256),
    supplementaryContext: 'c'.repeat(10_001),
    metadataOverride: { ogImageFileId: 'x' },
  }),
  ...[131_000, 131_072].map((count) => `{"source":"large","payload":{"text":"${'ä'.repeat(count)}"}}`),
  JSON.stringify({ writes: Array(101).fill({ source: 'a', payload: {} }) }),
  JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`f${n}`, n]))),
];
