import fc from 'fast-check';

/** The words of pages that are made up. */
export const fields = {
  hero: 'New & <b>',
  proofs: ['One', '<two>'],
  to: 'https://x.example/?a=1&b=2',
  photo: { url: 'https://x.example/p.png', alt: 'A "b"' },
};

const attributes = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('', ` title='a "b" &lt; c'`) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('"hero"', "'proofs'", 'to', '"photo"', '"none"')
      .map((name) => ` data-footfall=${name}`),
  },
);
const element = (name: string, within: fc.Arbitrary<string>, end = `</${name}>`) =>
  fc.tuple(attributes, within).map(([written, html]) => `<${name}${written}>${html}${end}`);

/** Pages of nested elements. Those of which HTML allows it have no end tag sometimes, if `endsAreLeftOut`. */
export function randomPages(seed: number, count: number, endsAreLeftOut = false): string[] {
  const some = (one: fc.Arbitrary<string>) =>
    fc.array(one, { minLength: 1, maxLength: 3, depthIdentifier: 'page' }).map((all) => all.join(''));
  const mayEnd = (name: string, within: fc.Arbitrary<string>) =>
    endsAreLeftOut
      ? fc.oneof(
          { weight: 3, arbitrary: element(name, within) },
          { weight: 1, arbitrary: element(name, within, '') },
        )
      : element(name, within);
  const { block } = fc.letrec<{ phrase: string; block: string }>((tie) => {
    const phrases = some(tie('phrase'));
    const blocks = some(tie('block'));
    const text = fc.constantFrom('text ', 'a &amp; b ', '1 < 2 ', '<!-- c --> ', '<br>', '');
    const item = mayEnd('li', fc.oneof({ weight: 2, arbitrary: phrases }, tie('block')));
    const terms = fc.tuple(mayEnd('dt', phrases), mayEnd('dd', phrases)).map((pair) => pair.join(''));
    return {
      phrase: fc.oneof(
        { depthIdentifier: 'page', maxDepth: 8 },
        text,
        attributes.map((written) => `<img src="/a.png"${written}>`),
        fc.constantFrom('<svg><g><path d="x"/></g></svg>', '<script>"</b>"</script>'),
        element('b', phrases),
        element('em', phrases),
        // No link or button within another one: a browser ends the first.
        element('a', text),
        element('button', text),
      ),
      block: fc.oneof(
        { depthIdentifier: 'page', maxDepth: 6 },
        mayEnd('p', phrases),
        element('h2', phrases),
        element('ul', some(item)),
        element('ol', some(item)),
        element('dl', some(terms)),
        element('div', blocks),
      ),
    };
  });
  return fc
    .sample(some(block), { seed, numRuns: count })
    .map((html) => `<!doctype html><html><head><title>A</title></head><body>${html}</body></html>`);
}
