import { longestSession } from '../../../../src/analytics/lifetime.ts';
import { each } from '../../../../src/lib/each.ts';
import { Visit } from '../../../../src/visits/beacons/schemas.ts';
import { beaconCounts, laterCounts } from '../../../../src/vocabulary/counts.ts';
import { collect, held, prepareVisits } from '../../support/visits.ts';

prepareVisits();

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
  };
  return {
    analyticsSessionId: 's'.repeat(64),
    pageId: text(255),
    audienceId: text(255),
    elapsedMs: longestSession,
    activeMs: longestSession,
    engagedMs: longestSession,
    maxScrollDepthPercentage: 33.333_333_333_333_336,
    ...each([...beaconCounts, ...laterCounts], () => 100_000),
    hasConversion: false,
    formSubmit,
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
