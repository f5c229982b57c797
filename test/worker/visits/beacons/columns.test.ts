import type { Visit } from '../../../../src/visits/beacons/schemas.ts';
import type { AudienceSession } from '../../../../src/visits/sessions/schemas.ts';
import { send } from '../../support/client.ts';
import { noneFound } from '../../support/none-found.ts';
import { session } from '../../support/places.ts';
import { ok } from '../../support/replies.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

prepareVisits();

const host = 'https://www.site.example';
const audienceId = 'audience_01kafz8q6tf7n9t3cwh2k5v4xx';
const form = (formSubmissionId: string, fields: object = {}) => ({
  formSubmit: { formSubmissionId, ...fields },
});

type Beacon = Partial<Visit> & { country?: string };

/** How the beacons of a session are merged: the ways of columns.ts, each by beacons and what they become. */
const ways: [way: string, rule: string, beacons: Beacon[], merged: Partial<AudienceSession>][] = [
  [
    'most',
    'the largest totals of repeated beacons are kept',
    [
      { clicksCount: 3, engagedMs: 9000, maxScrollDepthPercentage: 5, hasConversion: true },
      { clicksCount: 2, engagedMs: 10_000, maxScrollDepthPercentage: 50 },
    ],
    { totalClicksCount: 3, timeSpentSeconds: 10, maxScrollDepthPercentage: 50, hasConversion: true },
  ],
  [
    'first',
    'the first country is kept',
    [{}, { country: 'IN' }, { country: 'CH', clicksCount: 1 }],
    { country: 'IN', totalClicksCount: 1 },
  ],
  [
    'unlessErased',
    'the first campaign is kept, and filled when it is missing',
    [{ utmSource: 'news' }, { utmSource: 'other', utmTerm: 'shoes' }],
    { utmSource: 'news', utmTerm: 'shoes' },
  ],
  [
    'ofPageUrl',
    'a session lands on the path of the first URL, also when no link can have it',
    [{ pageUrl: `${host}/%ff` }, { pageUrl: `${host}/another`, clicksCount: 1 }],
    { pageUrl: `${host}/%ff`, landingPath: '/%ff' },
  ],
  [
    'unlessAttributed',
    'a session of a page alone fails for an audience that is unknown',
    [{ audienceId: undefined }, { audienceId }],
    { computationError: expect.stringContaining(audienceId) },
  ],
  [
    'unlessAttributed',
    'a session that once had an audience does not fail for an unknown one',
    [{ audienceId }, {}, { audienceId, clicksCount: 1 }],
    { computationError: null, totalClicksCount: 1 },
  ],
  [
    'form',
    'a form with an identifier replaces one without, and is not replaced',
    [
      form('a'),
      form('b', { phone: '+15557770001' }),
      form('c'),
      { ...form('d', { email: 'd@ways.example' }), clicksCount: 1 },
    ],
    {
      formSubmissionId: 'b',
      formSubmissionPhone: '+15557770001',
      formSubmissionEmail: null,
      formSubmissionIdentifierType: 'tel',
    },
  ],
];

describe('the columns of a session merge the values of its beacons', () => {
  test.each(ways)('%s: %s', async (_way, _rule, beacons, merged) => {
    const id = newId();
    const messages = beacons.map(({ country, ...fields }) => ({
      ...messageOf(visitOf(id, fields)),
      ...(country !== undefined && { dimensions: { ...noneFound, country } }),
    }));
    for (const message of messages) await merge(message);
    expect(await session(id)).toMatchObject(merged);
    // Beacons that come again, in another order, change nothing.
    await writesNothing(() => merge(...messages.toReversed()));
  });

  test('unlessErased: what the erasure of a sender has cleared stays empty', async () => {
    const id = newId();
    const named = { pageUrl: `${host}/for/zoe`, pageTitle: 'For Zoë', utmSource: 'zoe' };
    await merge(visitOf(id, { ...named, ...form('f', { email: `zoe@${id}.example` }) }));
    await ok(send('DELETE', `/v0/persons/${(await session(id)).personId}`));
    await merge(visitOf(id, { ...named, clicksCount: 4 }));
    expect(await session(id)).toMatchObject({
      pageUrl: null,
      landingPath: null,
      pageTitle: null,
      utmSource: null,
      totalClicksCount: 4,
    });
  });

  test('first: a session has no dimensions when an earlier version has sent the message, until another beacon has them', async () => {
    const id = newId();
    await merge(visitOf(id));
    expect(await session(id)).toMatchObject({ country: null, device: null });
    const dimensions = { ...noneFound, country: 'IN', device: 'mobile' } as const;
    await merge({ ...messageOf(visitOf(id)), dimensions });
    expect(await session(id)).toMatchObject({ country: 'IN', device: 'mobile' });
  });
});
