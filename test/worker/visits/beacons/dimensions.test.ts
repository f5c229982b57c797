import { dimensionsOf } from '../../../../src/visits/beacons/dimensions.ts';
import { noneFound } from '../../support/none-found.ts';

const of = (headers: Record<string, string>, country?: unknown, referrer?: string) =>
  dimensionsOf((name) => headers[name], country, referrer);

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = 'Windows NT 10.0; Win64; x64';
const mac = 'Macintosh; Intel Mac OS X 10_15_7';
const iphone = 'iPhone; CPU iPhone OS 18_6 like Mac OS X';
const ios = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const chrome = 'Chrome/142.0.0.0';
const android = 'Linux; Android 10; K';

// Bowser has tests of its own: these are the names and devices that differ from what it finds.
test.each<[agent: string, device: string | null, browser: string | null]>([
  [`Mozilla/5.0 (${windows}) ${webkit} ${chrome} Safari/537.36`, 'desktop', 'Chrome'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} ${chrome} Safari/537.36`, 'desktop', 'Chrome'],
  [`Mozilla/5.0 (${windows}) ${webkit} ${chrome} Safari/537.36 Edg/142.0.3595.65`, 'desktop', 'Edge'],
  [`Mozilla/5.0 (${iphone}) ${ios} Version/26.0 Mobile/15E148 Safari/604.1`, 'mobile', 'Safari'],
  [`Mozilla/5.0 (${iphone}) ${ios} Version/18.6 Mobile/15E148 Safari/604.1 OPT/6.0.2`, 'mobile', 'Opera'],
  [
    `Mozilla/5.0 (${android}) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'mobile',
    'Samsung Internet',
  ],
  [
    `Mozilla/5.0 (Linux; U; Android 14; zh-cn; 23049RAD8C Build/UKQ1) ${webkit} Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/18.9.90822`,
    'mobile',
    'MIUI Browser',
  ],
  [`Mozilla/5.0 (${android}) ${webkit} ${chrome} Safari/537.36`, 'tablet', 'Chrome'],
  [
    `Mozilla/5.0 (Web0S; Linux/SmartTV) ${webkit} Chrome/108.0.5359.211 Safari/537.36 WebAppManager`,
    'other',
    'WebOS Browser',
  ],
  [`Mozilla/5.0 (Linux; Android 12; BRAVIA 4K VH2) ${webkit} ${chrome} Safari/537.36`, 'other', 'Chrome'],
  [`Mozilla/5.0 (PlayStation; PlayStation 5/9.00) ${ios} Version/15.4 Safari/605.1.15`, 'other', 'Safari'],
  [`Mozilla/5.0 (${windows}; Xbox; Xbox One) ${webkit} ${chrome} Safari/537.36 Edge/44.18`, 'other', 'Edge'],
  [
    `Mozilla/5.0 (X11; Linux x86_64; Quest 3) ${webkit} OculusBrowser/40.1.0.0 Chrome/138.0.0.0 VR Safari/537.36`,
    'other',
    'Chrome',
  ],
  // iPadOS asks for the pages of a desktop, as a Mac. Only a script in the page could tell the two apart.
  [`Mozilla/5.0 (${mac}) ${ios} Version/18.6 Safari/605.1.15`, 'desktop', 'Safari'],
  ['Evil/5.0 (hello) <script>alert(1)</script>', 'other', null],
  ['acme.example/1 (a name of the sender) x', 'other', null],
  ['   ', null, null],
])('%s is %s, %s', (agent, device, browser) => {
  expect(of({ 'user-agent': agent })).toEqual({ ...noneFound, device, browser });
});

test('without any header nothing is known', () => {
  expect(of({})).toEqual(noneFound);
});

test('a User-Agent of 16 KiB is read in no time, and its name is not stored', () => {
  for (const text of ['(', 'a/', '1', 'version/1', ' ', 'nexus ', 'a/ (', '\ud800']) {
    const { browser } = of({ 'user-agent': text.repeat(16_384 / text.length) });
    expect(browser).toBe(null);
  }
});

describe('client hints', () => {
  const agent = `Mozilla/5.0 (X11; Linux x86_64) ${webkit} ${chrome} Safari/537.36`;
  const brands = (...names: string[]) =>
    ['Not_A Brand', 'Chromium', ...names].map((name) => `"${name}";v="142"`).join(', ');

  test.each([
    ['Brave', { 'sec-ch-ua': brands('Brave') }, 'desktop', 'Brave'],
    ['Chrome', { 'sec-ch-ua': brands('Google Chrome') }, 'desktop', 'Chrome'],
    ['DuckDuckGo on Windows', { 'sec-ch-ua': brands('DuckDuckGo') }, 'desktop', 'DuckDuckGo'],
    ['Vivaldi', { 'sec-ch-ua': brands('Vivaldi') }, 'desktop', 'Vivaldi'],
    ['a brand that nobody knows', { 'sec-ch-ua': brands('<b>Mine') }, 'desktop', 'Chrome'],
    ['a phone that asks for the desktop page', { 'sec-ch-ua-mobile': '?1' }, 'mobile', 'Chrome'],
    ['what is no phone', { 'sec-ch-ua-mobile': '?0', 'sec-ch-ua-platform': '"Linux"' }, 'desktop', 'Chrome'],
    [
      'malformed',
      { 'sec-ch-ua': '"', 'sec-ch-ua-mobile': '1', 'sec-ch-ua-platform': '""' },
      'desktop',
      'Chrome',
    ],
    ['of 16 KiB', { 'sec-ch-ua': '"'.repeat(16_384) }, 'desktop', 'Chrome'],
  ])('of %s', (_what, hints, device, browser) => {
    expect(of({ 'user-agent': agent, ...hints })).toMatchObject({ device, browser });
  });

  test('of a tablet whose User-Agent is that of Android', () => {
    const headers = {
      'user-agent': `Mozilla/5.0 (${android}) ${webkit} ${chrome} Safari/537.36`,
      'sec-ch-ua-mobile': '?0',
      'sec-ch-ua-platform': '"Android"',
    };
    expect(of(headers).device).toBe('tablet');
  });
});

test.each([
  ['IN', 'IN'],
  ['DE', 'DE'],
  ['XX', null],
  ['T1', null],
  ['de', null],
  ['DEU', null],
  ['', null],
  [undefined, null],
  [null, null],
  [49, null],
])('the country %s is %s', (country, expected) => {
  expect(of({}, country).country).toBe(expected);
});
