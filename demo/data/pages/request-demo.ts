import { type DemoPage, fallback, hello, house, site, unlisted, www } from './page.ts';

export const booking: DemoPage = {
  title: 'Request a demo',
  url: `${site}/request-demo`,
  metadata: {
    ...house,
    title: 'See Trailmark with your own counts',
    description: 'Thirty minutes by video. Bring a CSV of last month, or use ours.',
    robots: ['index', 'follow'],
    ogTitle: 'Thirty minutes with your own counts',
  },
  links: [www('/request-demo'), hello('/'), fallback('/request-demo')],
  audiences: [
    {
      person: 'eleanor.ashworth@kestrel.example',
      content: {
        actionUrlOverride: 'https://calendar.example/trailmark/ines/kestrel-contract',
        metadataOverride: { ...unlisted, title: 'Kestrel Analytics: the last open points' },
      },
      contexts: [
        'Kestrel Analytics, Scale with 48 seats; the renewal is in negotiation since November. Only the contract is left to talk about.',
      ],
      becomes: 'published',
      links: [fallback('/for/{slug}')],
    },
    {
      person: 'hiroshi.tanaka@halden-robotics.example',
      content: { metadataOverride: { ...unlisted, title: 'Reports that agree, for Halden Robotics' } },
      contexts: [
        'Halden Robotics, Team with 20 seats. Asked in October why two reports differ: one counts in UTC, the other in the local time zone. Show the setting.',
      ],
      becomes: 'draft',
      links: [fallback('/for/{slug}')],
    },
    {
      content: {
        customName: 'Webinar on staffing',
        actionFormIdOverride: 'request-demo',
        metadataOverride: { title: 'After the webinar: try it with your own counts' },
      },
      contexts: [
        'Saw the webinar on staffing by the hour in November: skip the introduction, start at the rota.',
      ],
      becomes: 'published',
      links: [fallback('/webinar')],
    },
  ],
};
