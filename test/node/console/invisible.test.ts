import { expect } from 'vitest';
import { consoleTest, isReady, openConsole, send, service } from './open.ts';

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
