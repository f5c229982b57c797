import { describe, expect, test } from 'vitest';
import { channelOf } from '../../console/src/analytics/channels.ts';

describe('the channel of a visit', () => {
  test.each([
    ['google.com', 'search'],
    ['google.co.uk', 'search'],
    ['search.brave.com', 'search'],
    ['linkedin.com', 'social'],
    ['t.co', 'social'],
    ['x.com', 'social'],
    ['news.ycombinator.com', 'social'],
    ['mail.google.com', 'email'],
    ['chatgpt.com', 'assistant'],
    ['xenon.example', 'website'],
    ['constructor', 'website'],
    [null, 'direct'],
  ])('is found by its referrer %s: %s', (referrer, channel) =>
    expect(channelOf('referrer', referrer)).toBe(channel),
  );

  test.each([
    ['utmMedium', 'cpc', 'ad'],
    ['utmMedium', 'paid-social', 'ad'],
    ['utmMedium', 'Email', 'email'],
    ['utmMedium', 'referral', 'website'],
    ['utmMedium', 'qr', 'other'],
    ['utmSource', 'LinkedIn', 'social'],
    ['utmSource', 'newsletter', 'email'],
    ['utmSource', 'sales', 'other'],
  ] as const)('is found by its %s %s: %s', (by, value, channel) =>
    expect(channelOf(by, value)).toBe(channel),
  );
});
