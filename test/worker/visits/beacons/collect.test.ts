import { longestSession } from '../../../../src/analytics/lifetime.ts';
import { each } from '../../../../src/lib/each.ts';
import { longestValues, mostFields } from '../../../../src/lib/form-fields.ts';
import { longestReport } from '../../../../src/visits/beacons/limits.ts';
import { Visit } from '../../../../src/visits/beacons/schemas.ts';
import { beaconCounts, laterCounts } from '../../../../src/vocabulary/counts.ts';
import { send } from '../../support/client.ts';
import { silent } from '../../support/faults.ts';
import { noneFound } from '../../support/none-found.ts';
import { session } from '../../support/places.ts';
import { violationsOf } from '../../support/replies.ts';
import {
  collect,
  held,
  key,
  merge,
  newId,
  origin,
  prepareVisits,
  visitOf,
  withField,
} from '../../support/visits.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

prepareVisits();

describe('the answer of the collector', () => {
  test('is 202 when the visit is on the queue, and costs no trip when the key is known', async () => {
    const visit = visitOf(newId(), { utmSource: 'newsletter' });
    const before = Date.now();
    const { status, body, cost, headers } = await collect(visit);
    expect([status, body, cost]).toEqual([202, { accepted: true }, { trips: 0, read: 0, written: 0 }]);
    expect(headers.get('cache-control')).toBe('no-store');
    const { receivedAt, ...message } = held.sent.at(-1) ?? { receivedAt: 0 };
    const dimensions = { ...noneFound, device: 'desktop', browser: 'Firefox' };
    expect(message).toEqual({ workspace: 'main', visit, dimensions });
    expect(receivedAt).toBeGreaterThanOrEqual(before);
    expect(receivedAt).toBeLessThanOrEqual(Date.now());
  });

  test('puts on the queue what the request says of country, device and browser, and nothing else of it', async () => {
    const headers = {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      origin,
      'accept-language': 'de-CH',
      'cf-connecting-ip': '203.0.113.77',
      referer: 'https://www.site.example/secret?token=1',
    };
    const cf = { country: 'CH', city: 'Zug', asn: 3303, asOrganization: 'Swisscom', latitude: '47.1' };
    await collect({ ...visitOf(newId()), referrer: 'News.Example' }, headers, {
      key,
      bindings: held.bindings(),
      cf,
    });
    const message = held.sent.at(-1);
    expect(Object.keys(message ?? {}).toSorted()).toEqual(['dimensions', 'receivedAt', 'visit', 'workspace']);
    expect(message?.dimensions).toEqual({
      referrer: 'news.example',
      country: 'CH',
      device: 'mobile',
      browser: 'Safari',
    });
    expect(JSON.stringify(message)).not.toMatch(/203\.0|iPhone|de-CH|Zug|Swisscom|3303|47\.1|secret/);
  });

  test('puts on the queue for a test what stands for the address in it: that of IPv4, or the first 48 bits of IPv6', async () => {
    const told = async (address: string, experimentId = 'experiment_x') => {
      const visit = visitOf(newId(), { experimentId });
      await collect(visit, { 'cf-connecting-ip': address });
      return held.sent.at(-1)?.address;
    };
    const site = await told('2001:db8:1:2::1');
    expect(site).toMatch(/^[\w\-]{4}$/v);
    for (const address of ['2001:db8:1:3::1', '2001:db8:1:ffff::1', '2001:db8:1::'])
      expect(await told(address)).toBe(site);
    const ipv4 = await told('203.0.113.7');
    expect(await told('::ffff:203.0.113.7')).toBe(ipv4);
    const others = [await told('2001:db8:2:2::1'), await told('203.0.113.8')];
    const inAnother = await told('203.0.113.7', 'experiment_y');
    expect(new Set([site, ipv4, ...others, inAnother]).size).toBe(5);
  });

  test('is the same for a session that is reported again, and names a page that does not exist', async () => {
    const visit = visitOf(newId());
    for (const told of [visit, visit, { ...visit, audienceId: null }])
      expect((await collect(told)).body).toEqual({ accepted: true });
    const unknownPageId = 'page_none';
    const { body } = await collect({ ...visit, pageId: unknownPageId });
    expect(body).toEqual({ accepted: false, unknownPageId });
  });

  test('normalises the identifiers of a form', async () => {
    const formSubmit = { formSubmissionId: 'f', email: ' Grace@ACME.example', linkedin: 'in/Grace' };
    await collect(visitOf(newId(), { formSubmit }));
    expect(held.sent.at(-1)?.visit.formSubmit).toEqual({
      formSubmissionId: 'f',
      email: 'grace@acme.example',
      linkedin: 'https://www.linkedin.com/in/Grace',
    });
  });

  test('accepts a visit without the header user-agent', async () => {
    const options = { key, bindings: held.bindings() };
    expect((await send('POST', '/v0/visits', visitOf(newId()), options)).body).toEqual({ accepted: true });
  });

  test.each([
    [{ dnt: '1' }, false],
    [{ 'sec-gpc': '1' }, false],
    [{ dnt: '1', 'sec-gpc': '0' }, false],
    [{ dnt: '0' }, true],
    [{ dnt: 'unspecified' }, true],
    [{ 'sec-gpc': '0' }, true],
    [{ 'sec-gpc': 'true' }, true],
  ])(
    'to a visitor with %j (Do Not Track, Global Privacy Control) is accepted: %s',
    async (headers, accepted) => {
      const waiting = [held.sent.length, held.leftOut.length];
      const { status, body } = await collect(visitOf(newId()), headers);
      expect([status, body]).toEqual([202, { accepted }]);
      // Nothing is kept of visitors who ask not to be tracked, not even a count.
      expect([held.sent.length - (accepted ? 1 : 0), held.leftOut.length]).toEqual(waiting);
    },
  );
});

describe('a visit that is sent', () => {
  // What a schema cannot say. The rest is in http/bad-bodies.test.ts.
  const day = 86_400_000;
  test.each([
    ['activeMs', 10_501],
    ['engagedMs', 10_401],
  ])('with a violation in %s is refused, and nothing is queued', async (field, value) => {
    const reply = await writesNothing(() => collect(withField(field, value)));
    expect([reply.status, violationsOf(reply)]).toEqual([400, [`body ${field} invalid_value`]]);
    expect(reply.cost.trips).toBe(0);
  });

  test('has no value on the queue that names or authorises somebody', async () => {
    const pageUrl =
      'https://site.example/u/anna@acme.example/x?email=a%40b.c&plan=pro&access_token=1#/reset?token=2';
    const campaign = { utmSource: 'anna@acme.example', utmTerm: 'a%40b', utmCampaign: 'spring' };
    const { body } = await collect({ ...visitOf(newId()), pageUrl, ...campaign });
    expect(body).toEqual({ accepted: true });
    expect(held.sent.at(-1)?.visit).toMatchObject({
      pageUrl:
        'https://site.example/u/redacted/x?email=redacted&plan=pro&access_token=redacted#/reset?token=redacted',
      utmSource: 'redacted',
      utmTerm: 'redacted',
      utmCampaign: 'spring',
    });
  });

  test('is accepted when all values are just valid', async () => {
    const longest = { elapsedMs: day, activeMs: day, engagedMs: day };
    const good: Partial<Visit>[] = [
      { elapsedMs: 0, activeMs: 0, engagedMs: 0 },
      longest,
      { ...longest, clicksCount: 100_000, questionsAskedCount: 100_000, maxScrollDepthPercentage: 100 },
      { maxScrollDepthPercentage: 33.333333333333336 },
      { pageTitle: '\u{1f4a9}'.repeat(300), pageUrl: `https://x.example/${'x'.repeat(2030)}` },
      { utmSource: 'x'.repeat(255), utmTerm: "'; drop table audience_sessions; --" },
      { formSubmit: { formSubmissionId: 'x'.repeat(64) } },
    ];
    for (const fields of good) {
      const id = 'Az09_-'.padEnd(32, newId().replaceAll('-', '')) + newId().replaceAll('-', '');
      expect((await collect(visitOf(id, fields))).body).toEqual({ accepted: true });
      await merge(...held.sent.slice(-1));
      const { maxScrollDepthPercentage = 0, clicksCount = 0, engagedMs = 10_000 } = fields;
      expect(await session(id)).toMatchObject({
        maxScrollDepthPercentage: Math.round(maxScrollDepthPercentage * 100) / 100,
        totalClicksCount: clicksCount,
        timeSpentSeconds: engagedMs / 1000,
        utmTerm: fields.utmTerm ?? null,
        pageTitle: fields.pageTitle ?? null,
        pageUrl: fields.pageUrl ?? null,
      });
    }
  });

  test.each([
    ['News.Example', 'news.example'],
    ['www.news.example', 'news.example'],
    ['WWW.Google.co.IN.', 'google.co.in'],
    ['www.de', 'www.de'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['com.google.android.gm', 'com.google.android.gm'],
    ['my_blog.example', 'my_blog.example'],
    ['localhost', 'localhost'],
    ['192.0.2.7', '192.0.2.7'],
    ['[2001:DB8::1]', '[2001:db8::1]'],
    [`${'x'.repeat(63)}.${'y'.repeat(63)}.example`, `${'x'.repeat(63)}.${'y'.repeat(63)}.example`],
  ])('has the referrer %s as %s', async (referrer, host) => {
    const id = newId();
    expect((await collect({ ...visitOf(id), referrer })).body).toEqual({ accepted: true });
    const { visit, dimensions } = held.sent.at(-1) ?? {};
    expect([visit, dimensions?.referrer]).toEqual([visitOf(id), host]);
  });

  // The consumer does not normalise anything: a second time might change what the collector has accepted.
  test.each([
    ['email', 'a@..'],
    ['linkedin', `https://www.linkedin.com/in/${'\u0130'.repeat(330)}/%`],
  ])('is either refused or merged: %s', async (field, value) => {
    const reply = await collect(withField(`formSubmit.${field}`, value));
    if (reply.status === 400) return;
    const { result } = await silent(() => held.deliver(held.sent.slice(-1)));
    expect(result).toEqual(['ack']);
  });
});

/** A valid visit in which every field has its greatest length, with this character wherever a text may have it. */
function longestVisit(character: string): Required<Visit> {
  /** Text that begins with `prefix` and has `most` characters. */
  const text = (most: number, prefix = '') => prefix + character.repeat(most - prefix.length);
  /** The same where the length is that of UTF-16. */
  const units = (most: number, prefix = '', suffix = '') => {
    const count = Math.floor((most - prefix.length - suffix.length) / character.length);
    return (prefix + character.repeat(count) + suffix).padEnd(most, 'e');
  };
  const formSubmit: Required<NonNullable<Visit['formSubmit']>> = {
    formSubmissionId: 'f'.repeat(64),
    email: units(320, '', '@mail.example'),
    phone: '+123456789012345',
    // The service drops the query, but it is sent.
    linkedin: units(2048, 'https://www.linkedin.com/in/anna?q='),
    fields: Object.fromEntries(
      Array.from({ length: mostFields }, (_, n) => [text(50, `${n}`), text(longestValues / mostFields)]),
    ),
  };
  return {
    analyticsSessionId: 's'.repeat(64),
    pageId: text(255),
    audienceId: text(64),
    versionId: text(64),
    experimentId: text(64),
    unit: 'u'.repeat(11),
    elapsedMs: longestSession,
    activeMs: longestSession,
    engagedMs: longestSession,
    maxScrollDepthPercentage: 33.333_333_333_333_336,
    ...each([...beaconCounts, ...laterCounts], () => 100_000),
    hasConversion: false,
    hasActionClick: false,
    formSubmit,
    foundFields: 'n'.repeat(longestReport),
    pageTitle: text(300),
    pageUrl: text(2048, 'https://h.example/'),
    referrer: `${`${'r'.repeat(63)}.`.repeat(3)}${'r'.repeat(63)}`,
    leftOut: 'automated',
    hasInput: false,
    utmCampaign: text(255),
    utmContent: text(255),
    utmMedium: text(255),
    utmSource: text(255),
    utmTerm: text(255),
  };
}

test.each(['a', '"', 'é', '語', '\u{20000}'])(
  'the longest visit of %s is accepted: it has less than 32 KiB',
  async (character) => {
    const visit = longestVisit(character);
    expect(Object.keys(visit).toSorted()).toEqual(Object.keys(Visit.shape).toSorted());
    expect(new TextEncoder().encode(JSON.stringify(visit)).length).toBeLessThan(32 * 1024);
    // What is left out is only counted.
    const { leftOut: _, ...whole } = visit;
    const { status, body } = await collect(whole);
    expect([status, body]).toEqual([202, { accepted: false, unknownPageId: visit.pageId }]);
    expect(held.sent.at(-1)).toHaveProperty('visit.pageUrl', visit.pageUrl);
    expect(await collect(visit)).toMatchObject({ status: 202, body: { accepted: false } });
  },
);
