import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '../../../../src/content/pages/schemas.ts';
import { type Problem, send } from '../../support/client.ts';
import { newPageId } from '../../support/pages.ts';
import { violationsOf } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

let pagePath = '';
beforeAll(async () => {
  pagePath = `/v0/pages/${await newPageId()}`;
});

const astral = '\u{1f4a9}';

describe('a url of a page', () => {
  test.each([
    ['when it is percent-encoded', `https://x.example/${'\u738b'.repeat(300)}`],
    ['when its query is', `https://x.example/?${astral.repeat(200)}`],
    ['by its last character', `https://x.example/${'x'.repeat(2025)}\u00fc`],
    ['with spaces', `https://x.example/a${' '.repeat(700)}b`],
  ])('is refused when it grows beyond 2,048 characters %s', async (_how, url) => {
    expect(new URL(url).href.length).toBeGreaterThan(2048);
    await writesNothing(async () => {
      for (const [method, path] of [['POST', '/v0/pages'] as const, ['PATCH', pagePath] as const]) {
        const reply = await send<Problem>(method, path, { title: 'Long', url });
        expect([reply.status, violationsOf(reply)], method).toEqual([400, ['body url too_long']]);
      }
    });
  });

  test('is accepted with 2,048 characters, counted after percent-encoding', async () => {
    const of = (rest: string) => `https://y.example/${rest}`;
    for (const [sent, answered] of [
      ['x'.repeat(2030), 'x'.repeat(2030)],
      [`${'x'.repeat(2024)}\u00fc`, `${'x'.repeat(2024)}%C3%BC`],
      ['\u738b'.repeat(225), '%E7%8E%8B'.repeat(225)],
    ] as const) {
      const reply = await send<Page>('POST', '/v0/pages', { title: 'Long', url: of(sent) });
      expect([reply.status, reply.body.url]).toEqual([201, of(answered)]);
    }
  });
});
