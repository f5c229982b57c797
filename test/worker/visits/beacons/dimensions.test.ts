import { describe, expect, test } from 'vitest';
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

/** User-Agents as browsers send them, by what they are. */
const agents: Record<string, [agent: string, device: string | null, browser: string | null][]> = {
  'desktop browsers': [
    [`Mozilla/5.0 (${windows}) ${webkit} ${chrome} Safari/537.36`, 'desktop', 'Chrome'],
    [`Mozilla/5.0 (${mac}) ${webkit} ${chrome} Safari/537.36`, 'desktop', 'Chrome'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} ${chrome} Safari/537.36`, 'desktop', 'Chrome'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} ${chrome} Safari/537.36`, 'desktop', 'Chrome'],
    [`Mozilla/5.0 (${mac}) ${ios} Version/26.0 Safari/605.1.15`, 'desktop', 'Safari'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'desktop', 'Firefox'],
    [`Mozilla/5.0 (${windows}; rv:145.0) Gecko/20100101 Firefox/145.0`, 'desktop', 'Firefox'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
      'desktop',
      'Firefox',
    ],
    [`Mozilla/5.0 (${windows}) ${webkit} ${chrome} Safari/537.36 Edg/142.0.3595.65`, 'desktop', 'Edge'],
    [
      `Mozilla/5.0 (${windows}) ${webkit} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`,
      'desktop',
      'Edge',
    ],
    [`Mozilla/5.0 (${windows}) ${webkit} ${chrome} Safari/537.36 OPR/124.0.0.0`, 'desktop', 'Opera'],
    [`Mozilla/5.0 (${windows}) ${webkit} ${chrome} Safari/537.36 Vivaldi/7.6.3797.63`, 'desktop', 'Vivaldi'],
    [
      `Mozilla/5.0 (${windows}) ${webkit} Chrome/140.0.0.0 YaBrowser/25.10.0.0 Safari/537.36`,
      'desktop',
      'Yandex Browser',
    ],
    [
      `Mozilla/5.0 (${windows}) ${webkit} Whale/4.34.340.19 Chrome/140.0.7339.240 Safari/537.36`,
      'desktop',
      'NAVER Whale Browser',
    ],
    [`Mozilla/5.0 (${mac}) ${ios} Version/18.6 Safari/605.1.15 Ddg/18.6`, 'desktop', 'DuckDuckGo'],
    ['Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko', 'desktop', 'Internet Explorer'],
    [
      `Mozilla/5.0 (${windows}) ${webkit} Slack/4.41.105 Chrome/130.0.6723.191 Electron/33.3.1 Safari/537.36`,
      'desktop',
      'Electron',
    ],
  ],
  phones: [
    [`Mozilla/5.0 (${android}) ${webkit} ${chrome} Mobile Safari/537.36`, 'mobile', 'Chrome'],
    [`Mozilla/5.0 (${iphone}) ${ios} CriOS/142.0.7444.46 Mobile/15E148 Safari/604.1`, 'mobile', 'Chrome'],
    [`Mozilla/5.0 (${iphone}) ${ios} Version/26.0 Mobile/15E148 Safari/604.1`, 'mobile', 'Safari'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'mobile', 'Firefox'],
    [`Mozilla/5.0 (${iphone}) ${ios} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, 'mobile', 'Firefox'],
    [
      `Mozilla/5.0 (Linux; Android 10; HD1913) ${webkit} Chrome/142.0.7444.59 Mobile Safari/537.36 EdgA/141.0.3537.99`,
      'mobile',
      'Edge',
    ],
    [
      `Mozilla/5.0 (${iphone}) ${ios} Version/18.0 EdgiOS/142.3595.66 Mobile/15E148 Safari/605.1.15`,
      'mobile',
      'Edge',
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; SM-G970F) ${webkit} Chrome/142.0.7444.59 Mobile Safari/537.36 OPR/76.2.4027.73374`,
      'mobile',
      'Opera',
    ],
    [
      'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16',
      'mobile',
      'Opera',
    ],
    [`Mozilla/5.0 (${iphone}) ${ios} Version/18.6 Mobile/15E148 Safari/604.1 OPT/6.0.2`, 'mobile', 'Opera'],
    [
      `Mozilla/5.0 (${android}) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'mobile',
      'Samsung Internet',
    ],
    [
      `Mozilla/5.0 (Linux; U; Android 13; en-US; RMX3085 Build/TP1A) ${webkit} Version/4.0 Chrome/123.0.6312.80 UCBrowser/13.7.8.1319 Mobile Safari/537.36`,
      'mobile',
      'UC Browser',
    ],
    [
      `Mozilla/5.0 (Linux; U; Android 14; zh-cn; 23049RAD8C Build/UKQ1) ${webkit} Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/18.9.90822`,
      'mobile',
      'MIUI Browser',
    ],
    ['Mozilla/5.0 (Mobile; LYF/F90M/LYF-F90M; rv:48.0) Gecko/48.0 Firefox/48.0', 'mobile', 'Firefox'],
  ],
  'apps that show pages (WebViews)': [
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S911B Build/UP1A.231005.007; wv) ${webkit} Version/4.0 Chrome/142.0.7444.59 Mobile Safari/537.36`,
      'mobile',
      'Chrome',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) ${webkit} Version/4.0 Chrome/142.0.7444.59 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/490.0.0.50.82;]`,
      'mobile',
      'Chrome',
    ],
    [`Mozilla/5.0 (${iphone}) ${ios} Mobile/15E148`, 'mobile', 'Safari'],
    [
      `Mozilla/5.0 (${iphone}) ${ios} Mobile/22G86 Instagram 390.0.0.28.85 (iPhone15,3; iOS 18_6; en_US; en; scale=3.00; 1290x2796; 761273480)`,
      'mobile',
      'Safari',
    ],
    [`Mozilla/5.0 (${iphone}) ${ios} Mobile/22G86 [LinkedInApp]/9.31.1234`, 'mobile', 'Safari'],
    [
      `Mozilla/5.0 (${iphone}) ${ios} GSA/390.0.812345678 Mobile/15E148 Safari/604.1`,
      'mobile',
      'Google Search',
    ],
    [
      `Mozilla/5.0 (${iphone}) ${ios} Mobile/15E148 MicroMessenger/8.0.56(0x18003830) NetType/WIFI Language/zh_CN`,
      'mobile',
      'WeChat',
    ],
  ],
  tablets: [
    [
      `Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) ${ios} Version/17.6 Mobile/15E148 Safari/604.1`,
      'tablet',
      'Safari',
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${ios} CriOS/142.0.7444.46 Mobile/15E148 Safari/604.1`,
      'tablet',
      'Chrome',
    ],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) ${ios} FxiOS/145.0 Safari/605.1.15`,
      'tablet',
      'Firefox',
    ],
    [`Mozilla/5.0 (${android}) ${webkit} ${chrome} Safari/537.36`, 'tablet', 'Chrome'],
    ['Mozilla/5.0 (Android 15; Tablet; rv:145.0) Gecko/145.0 Firefox/145.0', 'tablet', 'Firefox'],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-X710) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36`,
      'tablet',
      'Samsung Internet',
    ],
    [
      `Mozilla/5.0 (Linux; Android 9; KFMAWI) ${webkit} Silk/128.2.3 like Chrome/128.0.6613.127 Safari/537.36`,
      'tablet',
      'Amazon Silk',
    ],
  ],
  'televisions, consoles, headsets': [
    [
      `Mozilla/5.0 (Web0S; Linux/SmartTV) ${webkit} Chrome/108.0.5359.211 Safari/537.36 WebAppManager`,
      'other',
      'WebOS Browser',
    ],
    [
      `Mozilla/5.0 (SMART-TV; LINUX; Tizen 8.0) ${webkit} 108.0.5359.1/8.0 TV Safari/537.36`,
      'other',
      'Tizen',
    ],
    [
      `Mozilla/5.0 (Linux; Android 12; BRAVIA 4K VH2 Build/STT2) ${webkit} Chrome/120.0.0.0 Safari/537.36`,
      'other',
      'Chrome',
    ],
    [`Mozilla/5.0 (PlayStation; PlayStation 5/9.00) ${ios} Version/15.4 Safari/605.1.15`, 'other', 'Safari'],
    [
      `Mozilla/5.0 (${windows}; Xbox; Xbox One) ${webkit} Chrome/120.0.0.0 Safari/537.36 Edge/44.18363.8131`,
      'other',
      'Edge',
    ],
    [
      `Mozilla/5.0 (X11; Linux x86_64; Quest 3) ${webkit} OculusBrowser/40.1.0.0 Chrome/138.0.0.0 VR Safari/537.36`,
      'other',
      'Chrome',
    ],
  ],
  // iPadOS asks for the pages of a desktop, as a Mac. Only a script in the page could tell the two apart.
  'an iPad that asks for the desktop page': [
    [`Mozilla/5.0 (${mac}) ${ios} Version/18.6 Safari/605.1.15`, 'desktop', 'Safari'],
  ],
  'what is no browser': [
    ['Evil/5.0 (hello) <script>alert(1)</script>', 'other', null],
    ['x', 'other', null],
    ['acme.example/1 (a name of the sender) x', 'other', null],
    ['', null, null],
    ['   ', null, null],
  ],
};

describe.each(Object.entries(agents))('%s', (_what, cases) => {
  test.each(cases)('%s is %s, %s', (agent, device, browser) => {
    expect(of({ 'user-agent': agent })).toEqual({ ...noneFound, device, browser });
  });
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
