/** A page, and what it is with the words of an answer. */
export interface Filling {
  name: string;
  html: string;
  fields?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  /** The name and the URL of the page in Footfall. */
  page?: { title: string; url: string };
  /** The page with its words, as a browser reads it. Undefined: as it was. */
  filled?: string;
  /** Whether it is of tags that are read before a page runs its scripts. */
  isOfServer?: boolean;
}

const page = (body: string, head = '<title>Acme</title>') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;

/** A case of which only the body matters. */
const body = (name: string, fields: Record<string, unknown>, html: string, filled?: string): Filling => ({
  name,
  fields,
  html: page(html),
  ...(filled !== undefined && { filled: page(filled) }),
});

/** A case of which only the head matters. */
const head = (name: string, metadata: Record<string, unknown>, html: string, filled: string): Filling => ({
  name,
  metadata,
  html: page('<p>One</p>', html),
  filled: page('<p>One</p>', filled),
});

/** A case that only a program before the browser has to hold. */
const onServer = (filling: Filling): Filling => ({ ...filling, isOfServer: true });

const hostile = `<b onclick="x()">&amp; "it's" </h1><script>alert(1)</script>`;
const asText = `&lt;b onclick="x()"&gt;&amp;amp; "it's" &lt;/h1&gt;&lt;script&gt;alert(1)&lt;/script&gt;`;
const inAttribute = `&lt;b onclick=&quot;x()&quot;&gt;&amp;amp; &quot;it's&quot; &lt;/h1&gt;&lt;script&gt;alert(1)&lt;/script&gt;`;
const address = 'https://www.acme.example/a?b=1&c="2"';

/** What each of the programs that fill HTML makes of a page: the Worker, the script and the plugin for WordPress. */
export const fillings: Filling[] = [
  body(
    'a text',
    { hero: 'For you' },
    '<h1 data-footfall="hero" class=x>Own</h1>',
    '<h1 data-footfall="hero" class=x>For you</h1>',
  ),
  body(
    'text with markup',
    { hero: hostile },
    '<h1 data-footfall="hero">Own</h1>',
    `<h1 data-footfall="hero">${asText}</h1>`,
  ),
  body(
    'text that a program would replace',
    { hero: '$& $1 \\0 {{hero}}' },
    '<h1 data-footfall=hero>Own</h1>',
    '<h1 data-footfall=hero>$&amp; $1 \\0 {{hero}}</h1>',
  ),
  body(
    'an element with others in it',
    { hero: 'New' },
    "<h1 data-footfall='hero'>Own <em>words <i>and</i></em><br>more</h1><p>Rest</p>",
    '<h1 data-footfall="hero">New</h1><p>Rest</p>',
  ),
  body(
    'an empty element',
    { hero: 'New' },
    '<h1 data-footfall="hero"></h1><h2></h2>',
    '<h1 data-footfall="hero">New</h1><h2></h2>',
  ),
  body(
    'two elements of one field',
    { hero: 'New' },
    '<h1 data-footfall="hero">A</h1><p data-footfall="hero">B</p>',
    '<h1 data-footfall="hero">New</h1><p data-footfall="hero">New</p>',
  ),
  body(
    'a field without words',
    { hero: '', photo: { url: '', alt: '' }, proofs: [] },
    '<h1 data-footfall="hero">Own</h1><img data-footfall="photo" src="/a.png" alt="A"><ul data-footfall="proofs"><li>One</li></ul>',
  ),
  body(
    'a field that the page does not have',
    { other: 'x' },
    '<h1 data-footfall="hero">Own</h1><p data-footfall>Own</p><p data-footfall="constructor">Own</p><p data-footfall="toString">Own</p>',
  ),
  body(
    'line breaks',
    { story: 'One\nTwo & <three>\r\nFour' },
    '<p data-footfall="story">Own</p>',
    '<p data-footfall="story">One<br>Two &amp; &lt;three&gt;<br>Four</p>',
  ),
  body(
    'other letters',
    { hero: 'Zoë — “für” 你好 🎉' },
    '<h1 data-footfall="hero">Ünser</h1><p>Ünser</p>',
    '<h1 data-footfall="hero">Zoë — “für” 你好 🎉</h1><p>Ünser</p>',
  ),
  body(
    'a link',
    { to: address },
    '<a class=b data-footfall="to" href="/old">Own <b>label</b></a>',
    `<a class=b data-footfall="to" href="${address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">Own <b>label</b></a>`,
  ),
  body(
    'a link that had no address',
    { to: 'mailto:a@acme.example' },
    '<a data-footfall="to">Own</a>',
    '<a data-footfall="to" href="mailto:a@acme.example">Own</a>',
  ),
  body(
    'the label of a link',
    { label: 'Show me' },
    '<a data-footfall="label" href="/old">Own</a>',
    '<a data-footfall="label" href="/old">Show me</a>',
  ),
  body(
    'a link with a label of its own',
    { to: 'tel:+4930123', label: 'Call' },
    '<a data-footfall="to" href="/old"><span data-footfall="label">Own</span></a>',
    '<a data-footfall="to" href="tel:+4930123"><span data-footfall="label">Call</span></a>',
  ),
  body(
    'a script as an address',
    { to: 'javascript:alert(1)', t: ' JavaScript:alert(1)' },
    '<a data-footfall="to" href="/old">Own</a><a data-footfall="t" href="/old">Own</a>',
    '<a data-footfall="to" href="/old">javascript:alert(1)</a><a data-footfall="t" href="/old"> JavaScript:alert(1)</a>',
  ),
  body(
    'an address in an element that is no link',
    { to: 'https://acme.example/' },
    '<p data-footfall="to">Own</p>',
    '<p data-footfall="to">https://acme.example/</p>',
  ),
  body(
    'an image',
    { photo: { url: 'https://cdn.example/b.png?a=1&b=2', alt: 'A "B"' } },
    '<img width="10" data-footfall="photo" src="/a.png" srcset="/a2.png 2x" sizes="10px" alt="Own">',
    '<img width="10" data-footfall="photo" src="https://cdn.example/b.png?a=1&amp;b=2" alt="A &quot;B&quot;">',
  ),
  body(
    'an image that is none',
    {
      photo: { url: 'java\tscript:alert(1)', alt: 'x' },
      other: { url: 'data:text/html,x', alt: '' },
      third: { url: 7 },
    },
    '<img data-footfall="photo" src="/a.png" alt="A"><img data-footfall="other" src="/a.png" alt="A"><img data-footfall="third" src="/a.png" alt="A">',
  ),
  body(
    'an image in an element that shows none',
    { photo: { url: 'https://cdn.example/b.png', alt: 'B' } },
    '<p data-footfall="photo">Own</p>',
  ),
  body('a text for an image', { hero: 'x' }, '<img data-footfall="hero" src="/a.png" alt="A">'),
  body(
    'a list',
    { proofs: ['One', '<two>', 'Three'] },
    '<ul data-footfall="proofs">\n <li class="c" id="i">A</li>\n <li>B</li>\n</ul><p>Rest</p>',
    '<ul data-footfall="proofs"><li class="c" id="i">One</li><li class="c">&lt;two&gt;</li><li class="c">Three</li></ul><p>Rest</p>',
  ),
  body(
    'a list of one',
    { proofs: ['One'] },
    '<ul data-footfall="proofs"><li>A</li><li>B <b>b</b></li><li>C</li></ul>',
    '<ul data-footfall="proofs"><li>One</li></ul>',
  ),
  body(
    'a list whose pattern has elements in it',
    { proofs: ['One', 'Two'] },
    '<div data-footfall="proofs"><p title="a &quot;b&quot;"><i>A</i> x</p><p>B</p></div>',
    '<div data-footfall="proofs"><p title="a &quot;b&quot;">One</p><p title="a &quot;b&quot;">Two</p></div>',
  ),
  body('a list without a pattern', { proofs: ['One'] }, '<ul data-footfall="proofs"></ul>'),
  body('a list of what is no text', { proofs: [1, { a: 2 }] }, '<ul data-footfall="proofs"><li>A</li></ul>'),
  body(
    'values of other kinds',
    { a: 7, b: null, c: true, d: { x: 1 } },
    '<p data-footfall="a">A</p><p data-footfall="b">B</p><p data-footfall="c">C</p><p data-footfall="d">D</p>',
  ),
  body(
    'elements in which text is no text',
    { hero: 'alert(1)' },
    '<script type="text/plain" data-footfall="hero">own</script><style data-footfall="hero">a{}</style><noscript data-footfall="hero">own</noscript><template data-footfall="hero">own</template><iframe data-footfall="hero"></iframe><svg data-footfall="hero"><g></g></svg>',
  ),
  body(
    'what only looks like an element',
    { hero: 'New' },
    `<!-- <h1 data-footfall="hero">Own</h1> --><script>'<h1 data-footfall="hero">Own</h1>'</script><p title='<h1 data-footfall="hero">'>x</p>`,
  ),
  body(
    'nested fields',
    { outer: 'New', inner: 'x' },
    '<div data-footfall="outer">A <b data-footfall="inner">B</b></div><b data-footfall="inner">C</b>',
    '<div data-footfall="outer">New</div><b data-footfall="inner">x</b>',
  ),
  head(
    'title and description',
    { title: hostile, description: hostile },
    '<title>Own</title><meta content="Own" name="description">',
    `<title>${asText}</title><meta content="${inAttribute}" name="description">`,
  ),
  head('a title beside one of a picture', { title: 'New' }, '<title>Own</title>', '<title>New</title>'),
  head(
    'metadata without words',
    {
      title: '',
      description: '',
      ogTitle: '',
      robots: [],
      keywords: [],
      ogType: 'website',
      twitterCard: 'summary',
    },
    '<title>Own</title><meta name="description" content="Own"><meta property="og:type" content="article">',
    '<title>Own</title><meta name="description" content="Own"><meta property="og:type" content="article">',
  ),
  {
    ...head(
      'the name and the URL of the page in Footfall, which nobody has written as its title and address',
      { title: 'Home (new)', canonicalUrl: 'https://www.acme.example/', description: 'Counts' },
      '<title>Own</title><meta name="description" content="Own"><link rel="canonical" href="https://acme.example/own">',
      '<title>Own</title><meta name="description" content="Counts"><link rel="canonical" href="https://acme.example/own">',
    ),
    page: { title: 'Home (new)', url: 'https://www.acme.example/' },
  },
  onServer(
    head(
      'og tags',
      {
        ogTitle: 'T',
        ogDescription: 'D "d"',
        ogUrl: 'https://a.example/',
        ogSiteName: 'S',
        ogImageAlt: 'I',
        twitterTitle: 'W',
      },
      '<title>Own</title><meta property="og:title" content="Own"><meta property="og:description" content="Own"><meta property="og:url" content="Own"><meta property="og:site_name" content="Own"><meta property="og:image:alt" content="Own"><meta name="twitter:title" content="Own">',
      '<title>Own</title><meta property="og:title" content="T"><meta property="og:description" content="D &quot;d&quot;"><meta property="og:url" content="https://a.example/"><meta property="og:site_name" content="S"><meta property="og:image:alt" content="I"><meta name="twitter:title" content="W">',
    ),
  ),
  head(
    'robots and canonical',
    { robots: ['noindex', 'nofollow'], canonicalUrl: 'https://a.example/b' },
    '<title>Own</title><meta name="ROBOTS" content="index"><link rel="canonical" href="/own">',
    '<title>Own</title><meta name="ROBOTS" content="noindex, nofollow"><link rel="canonical" href="https://a.example/b">',
  ),
  onServer(
    head(
      'what the head does not have',
      { description: 'D', ogTitle: 'T', robots: ['noindex'] },
      '<title>Own</title>',
      '<title>Own</title><meta name="description" content="D"><meta name="robots" content="noindex"><meta property="og:title" content="T">',
    ),
  ),
];
