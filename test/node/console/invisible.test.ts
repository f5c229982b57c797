import { expect } from 'vitest';
import { importVisits, send } from './api.ts';
import { consoleTest, goTo, openReady } from './open.ts';

consoleTest('a campaign and a name that look like others are told apart', async () => {
  const name = `Zoe\u202e \u200bLind ${'\u05d3\u05d5\u05d3'}`;
  const { personId } = await send('POST', 'persons', { name });
  const page = await openReady(`#/persons?open=${personId}`, 'Persons');
  await page.getByText('Zoe[U+202E] [U+200B]Lind').first().waitFor();
  const { pageId } = await send('POST', 'pages', { title: 'Look alike', url: 'https://alike.example/' });
  const utmCampaign = 'spring\u200b-launch';
  await importVisits(pageId ?? '', Date.now() - 60_000, { utmCampaign });
  const query = new URLSearchParams({ view: 'sessions', utmCampaign });
  await goTo(page, `#/pages/${pageId}?${query}`, 'Look alike');
  await page.getByText('spring[U+200B]-launch').first().waitFor();
  // The stored value is the one that was sent.
  expect(new URLSearchParams(page.url().split('?')[1]).get('utmCampaign')).toBe(utmCampaign);
});
