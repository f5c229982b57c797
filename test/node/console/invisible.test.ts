import { expect, test } from 'vitest';
import { visible } from '../../../src/lib/visible.ts';
import { consoleTest, isReady, openConsole, send, service } from './open.ts';

test.each([
  ['goo\u200bgle.com', 'goo[U+200B]gle.com'],
  ['\u202egpj.exe\u202c', '[U+202E]gpj.exe[U+202C]'],
  ['\u2066a\u2069', '[U+2066]a[U+2069]'],
  ['google\u200e.com', 'google[U+200E].com'],
  ['\ufeffspring', '[U+FEFF]spring'],
  ['a\u2028b\u2029c', 'a[U+2028]b[U+2029]c'],
  ['spr\u00ading', 'spr[U+00AD]ing'],
  ['goo\u200dgle', 'goo[U+200D]gle'],
  ['a\0b', 'a[U+0000]b'],
])('%j is shown as %s', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test.each([
  ['words of several lines', 'one\n\ttwo'],
  ['a family and a flag', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u{1f3f4}\u{e0067}\u{e0062}\u{e007f}'],
  ['a Persian word', 'می\u200cخواهم'],
  ['a date in Arabic', '٢٢\u200f/١١\u200f/٢٠٢٦'],
  ['a number in Hebrew', '\u200e-5'],
  ['a name in Hebrew', 'דוד כהן'],
])('%s stays as it is', (_, text) => {
  expect(visible(text)).toBe(text);
});

consoleTest(
  'a campaign and a name that look like others are told apart, and text around them stays',
  async () => {
    const name = `Zoe\u202e \u200bLind ${'\u05d3\u05d5\u05d3'}`;
    const { personId } = await send('POST', 'persons', { name });
    const page = await openConsole(`#/persons?open=${personId}`);
    await isReady(page, 'Persons');
    await page.getByText('Zoe[U+202E] [U+200B]Lind').first().waitFor();
    const { pageId } = await send('POST', 'pages', { title: 'Look alike', url: 'https://alike.example/' });
    const now = new Date(Date.now() - 60_000).toISOString();
    const utmCampaign = 'spring\u200b-launch';
    await send('POST', `pages/${pageId}/audience_sessions/import`, {
      sessions: [
        { analyticsSessionId: 'invisible-1', sessionStartedAt: now, sessionEndedAt: now, utmCampaign },
      ],
    });
    const query = new URLSearchParams({ view: 'sessions', utmCampaign });
    await page.goto(`${service.address}/console/#/pages/${pageId}?${query}`);
    await isReady(page, 'Look alike');
    await page.getByText('spring[U+200B]-launch').first().waitFor();
    // The stored value is the one that was sent.
    expect(new URLSearchParams(page.url().split('?')[1]).get('utmCampaign')).toBe(utmCampaign);
  },
);
