import { env } from 'cloudflare:workers';
import { isOwnAddress } from '../../../../src/visits/beacons/leave-out.ts';
import { silent } from '../../support/faults.ts';
import { place } from '../../support/places.ts';
import { collect, firefox, held, key, newId, origin, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

interface Asked {
  /** Fields of the beacon. */
  visit?: object;
  headers?: Record<string, string>;
  cf?: Record<string, string | number>;
  own?: string;
}

/** Sends a visit from a browser. Returns the reason for which it is left out, or null when it is accepted. */
async function reasonOf({ visit, headers, cf = {}, own = '' }: Asked): Promise<string | null> {
  const [sent, leftOut] = [held.sent.length, held.leftOut.length];
  const bindings = { ...held.bindings(), OWN_ADDRESSES: own };
  const all = { origin, 'cf-connecting-ip': '198.51.100.7', ...headers };
  const reply = await collect({ ...visitOf(newId()), ...visit }, all, { key, bindings, cf });
  const isSent = held.sent.length === sent + 1;
  const isLeftOut = held.leftOut.length === leftOut + 1;
  expect(isSent).not.toBe(isLeftOut);
  expect([reply.status, reply.body, reply.cost.trips]).toEqual([202, { accepted: isSent }, 0]);
  return isLeftOut ? (held.leftOut.at(-1)?.reason ?? null) : null;
}

const bot = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
const azure = { asn: 8075, asOrganization: 'Microsoft Corporation' };

describe('a visit is left out', () => {
  test.each<[string, Asked, string | null]>([
    ['of a visitor', {}, null],
    ['of a bot', { headers: bot }, 'bot'],
    ['with the switch of its browser', { visit: { leftOut: 'own' } }, 'own'],
    ['of a preview', { visit: { pageUrl: 'https://site.example/a?b=1&footfall_preview=x' } }, 'own'],
    ['of a page about previews', { visit: { pageUrl: 'https://site.example/footfall_preview=' } }, null],
    ['of a browser that a program drives', { visit: { leftOut: 'automated' } }, 'automated'],
    ['of an own address', { own: '198.51.100.7' }, 'own'],
    ['of a mail gateway', { cf: azure }, 'scanner'],
    ['of a bot of an own address', { headers: bot, own: '198.51.100.7' }, 'bot'],
    ['of an own address and a program', { visit: { leftOut: 'automated' }, own: '198.51.100.7' }, 'own'],
    [
      'of a program in the network of a mail gateway',
      { visit: { leftOut: 'automated' }, cf: azure },
      'automated',
    ],
    ['of a bot that says it has input', { headers: bot, visit: { hasInput: true } }, 'bot'],
  ])('%s', async (_what, asked, reason) => {
    expect(await reasonOf(asked)).toBe(reason);
  });

  // isbot has tests of its own: these are phones that are called bot, and robots that pose as one.
  const chrome = (model: string) =>
    `Mozilla/5.0 (Linux; Android 10; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36`;
  const people = [
    'M bot 60',
    'M bot 60 Build/QP1A.190711.020; wv',
    'M bot tab 100',
    'm-bot 551',
    'CUBOT_P20',
  ];
  const robots = [
    `${chrome('M bot 60')} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    ...['Googlebot', 'YandexBot 3.0', 'some-bot', 'bot/60'].map(chrome),
    'M bot 60',
    `Mozilla/5.0 (Linux; Android 10; ${'bot '.repeat(150)}) AppleWebKit/537.36`,
  ];
  test.each(people.map(chrome))('not of a person with %s', async (agent) => {
    expect(await reasonOf({ headers: { 'user-agent': agent } })).toBe(null);
  });
  test.each(robots)('of %s', async (agent) => {
    expect(await reasonOf({ headers: { 'user-agent': agent } })).toBe('bot');
  });

  test('with its id, page, time and reason on the queue, and nothing else', async () => {
    const id = newId();
    const before = Date.now();
    const formSubmit = { formSubmissionId: 'f', email: 'grace@acme.example' };
    const visit = {
      ...visitOf(id, { formSubmit, utmSource: 's' }),
      referrer: 'news.example',
      leftOut: 'own',
    };
    await collect(visit, { origin, 'cf-connecting-ip': '198.51.100.7' });
    const { receivedAt = 0, ...message } = held.leftOut.at(-1) ?? {};
    expect(message).toEqual({
      kind: 'left out',
      workspace: 'main',
      pageId: place.pageId,
      analyticsSessionId: id,
      reason: 'own',
    });
    expect(receivedAt).toBeGreaterThanOrEqual(before);
  });

  test.each([[{ dnt: '1' }], [{ 'sec-gpc': '1' }]])('and not even counted with %j', async (headers) => {
    const waiting = [held.sent.length, held.leftOut.length];
    for (const visit of [{}, { leftOut: 'own' }, { hasInput: true }]) {
      const all = { origin, ...bot, ...headers };
      expect((await collect({ ...visitOf(newId()), ...visit }, all)).body).toEqual({ accepted: false });
    }
    expect([held.sent.length, held.leftOut.length]).toEqual(waiting);
  });
});

describe('OWN_ADDRESSES', () => {
  const office = '203.0.113.7 198.51.100.0/24 2001:db8:1::/48 2001:db8:2::9';
  test.each([
    ['203.0.113.7', 'own'],
    ['203.0.113.8', null],
    ['198.51.100.0', 'own'],
    ['198.51.100.255', 'own'],
    ['198.51.101.0', null],
    ['2001:db8:1::', 'own'],
    ['2001:DB8:1:ffff:ffff::1', 'own'],
    ['2001:db8:2::9', 'own'],
    ['2001:db8:2::a', null],
    ['::ffff:203.0.113.7', 'own'],
    ['', null],
    ['203.0.113.7, 10.0.0.1', null],
    ['x', null],
  ])('with an office, %s is %s', async (address, reason) => {
    expect(await reasonOf({ own: office, headers: { 'cf-connecting-ip': address } })).toBe(reason);
  });

  test('may be separated by any white space, and be missing', async () => {
    const headers = { 'cf-connecting-ip': '203.0.113.7' };
    expect(await reasonOf({ own: ' 192.0.2.1\n\t203.0.113.7 ', headers })).toBe('own');
    const { OWN_ADDRESSES: _, ...others } = env;
    const bindings = { ...others, ...held.bindings() };
    expect((await collect(visitOf(newId()), headers, { key, bindings })).body).toEqual({ accepted: true });
  });

  test.each([
    ['203.0.113.0/33'],
    ['203.0.113/24'],
    ['203.0.113.7/'],
    ['203.0.113.7/24/8'],
    ['203.0.113.7/-1'],
    ['203.0.113.7/a'],
    ['2001:db8::/129'],
    ['2001:db8:::1'],
    ['office.example'],
    ['203.0.113.0-203.0.113.9'],
  ])('with %s is reported once, and the others hold', async (entry) => {
    const own = { ...env, OWN_ADDRESSES: `${entry} 192.0.2.1` };
    const { result, logged } = await silent(async () =>
      ['192.0.2.1', '203.0.113.7', '192.0.2.1'].map((address) => isOwnAddress(own, address)),
    );
    expect(result).toEqual([true, false, true]);
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({
      what: 'OWN_ADDRESSES is malformed',
      malformed: [entry],
    });
  });

  test('do not apply to a server that reports visits: its own address says nothing', async () => {
    const bindings = { ...held.bindings(), OWN_ADDRESSES: '203.0.113.7' };
    const headers = { 'cf-connecting-ip': '203.0.113.7' };
    const { body } = await collect(visitOf(newId()), headers, {
      key,
      bindings,
      cf: { ...azure, country: 'IE' },
    });
    expect(body).toEqual({ accepted: true });
    expect(held.sent.at(-1)?.dimensions).toMatchObject({ country: null, browser: 'Firefox' });
  });
});

describe('the network of a mail gateway', () => {
  const networks: [organization: string, asn: number, isScanner: boolean][] = [
    ['Proofpoint, Inc.', 22843, true],
    ['PROOFPOINT-ASN-US-WEST', 26211, true],
    ['Mimecast Services Limited', 42427, true],
    ['MIMECAST NORTH AMERICA INC', 30031, true],
    ['Barracuda Networks, Inc.', 15324, true],
    ['Trend Micro Incorporated', 1, true],
    ['TRENDMICRO-GLOBAL', 1, true],
    ['Cisco Systems Ironport Division', 16417, true],
    ['MessageLabs Ltd.', 1, true],
    ['Symantec Limited', 1, true],
    ['Forcepoint LLC', 1, true],
    ['Sophos Limited', 1, true],
    ['FireEye, Inc', 1, true],
    ['Trellix (Musarubra US LLC)', 1, true],
    ['Microsoft Corporation', 8075, true],
    ['Renamed', 22843, true],
    ['Cisco Systems, Inc.', 109, false],
    ['Deutsche Telekom AG', 3320, false],
    ['Comcast Cable Communications, LLC', 7922, false],
    ['Reliance Jio Infocomm Limited', 55836, false],
    ['Google LLC', 15169, false],
    ['', 0, false],
  ];
  test.each(networks)('%s (AS%i): %s', async (asOrganization, asn, isScanner) => {
    const cf = { asOrganization, asn };
    expect(await reasonOf({ cf })).toBe(isScanner ? 'scanner' : null);
    expect(await reasonOf({ cf, visit: { hasInput: false } })).toBe(isScanner ? 'scanner' : null);
    // A person who browses from there.
    expect(await reasonOf({ cf, visit: { hasInput: true } })).toBe(null);
  });

  test('is not known when Cloudflare says nothing of it', async () => {
    for (const cf of [{}, { asn: 'x' }, { asOrganization: 7 }]) expect(await reasonOf({ cf })).toBe(null);
    const options = { key, bindings: held.bindings() };
    const { body } = await collect(visitOf(newId()), { origin, 'user-agent': firefox }, options);
    expect(body).toEqual({ accepted: true });
  });
});

test('a form of a visit that is left out does not count against the limit of forms, and costs no trip', async () => {
  const formSubmit = { formSubmissionId: 'f', email: 'grace@acme.example' };
  expect(await reasonOf({ visit: { formSubmit, leftOut: 'own' } })).toBe('own');
});
