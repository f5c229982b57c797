import { type DemoPage, fallback, house, site, unlisted, www } from './page.ts';

export const home: DemoPage = {
  title: 'Trailmark: know who walks in',
  url: `${site}/`,
  metadata: {
    ...house,
    title: 'Trailmark: visitor counts for every site',
    description:
      'Sensors at the door, counts by the hour, reports your teams read. Trailmark measures footfall in shops, offices and depots.',
    keywords: ['footfall', 'visitor counting', 'people counter', 'staffing'],
    robots: ['index', 'follow', 'max-image-preview:large'],
    ogTitle: 'Know who walks in',
    ogType: 'website',
    ogImageAlt: 'A door sensor above the entrance of a shop',
    twitterCard: 'summary_large_image',
  },
  fields: [
    {
      name: 'hero',
      label: 'Headline',
      kind: 'text',
      default: 'Know who walks in',
      maxLength: 60,
      help: 'The first thing that visitors read.',
    },
    {
      name: 'button',
      label: 'Button',
      kind: 'text',
      default: 'Show me',
      maxLength: 30,
      help: 'What it does, in two or three words.',
    },
    {
      name: 'proofs',
      label: 'Proofs',
      kind: 'list',
      default: ['Counts by door and by hour', 'No cameras', 'A report each Monday'],
      maxLength: 80,
      help: 'Why these visitors should believe the headline.',
    },
  ],
  links: [www('/'), fallback('/')],
  audiences: [
    {
      person: 'zoe.lindqvist@northwind.example',
      content: {
        actionUrlOverride: 'https://app.trailmark.example/sites?sort=busiest',
        fieldOverrides: {
          hero: 'Northwind: all depots in one view',
          button: 'Open my depots',
          proofs: ['Compared with the weeks before', 'By gate and by shift', 'With your data export'],
        },
        metadataOverride: {
          ...unlisted,
          title: 'Trailmark for Northwind Logistics',
          description: 'Counts of all your depots in one view, compared with the weeks before.',
        },
      },
      contexts: [
        'Customer on the Scale plan with 62 seats and the data export. Runs logistics depots in the United States: speak of gates and shifts, not of shops and tills.',
        'Customer on the Scale plan, grown from 62 to 64 seats this autumn, with the data export. Runs logistics depots in the United States: speak of gates and shifts, not of shops and tills. Do not offer a trial.',
      ],
      becomes: 'published',
      links: [fallback('/for/{slug}')],
    },
    {
      content: {
        customName: 'Logistics',
        actionUrlOverride: `${site}/request-demo?industry=logistics`,
        fieldOverrides: {
          hero: 'Every gate, every shift',
          button: 'Plan my shifts',
          proofs: ['Counts by gate and by shift', 'Stands frost and dust', 'Night shifts count as one day'],
        },
        metadataOverride: {
          title: 'Trailmark for logistics: every gate, every shift',
          description: 'See when gates are busy, and plan shifts by counts instead of by guesses.',
          keywords: ['gate counts', 'depot', 'shift planning', 'logistics'],
          ogImageAlt: 'Lorries in front of the gates of a depot',
        },
      },
      contexts: [
        'Depots, ports and warehouses. They ask for counts by gate and by shift, and whether sensors stand frost and dust (to −25 °C, IP65).',
        'Depots, ports and warehouses. They ask for counts by gate and by shift, and whether sensors stand frost and dust (to −25 °C, IP65). New: night shifts count on the day they start.',
      ],
      lastChange: { fieldOverrides: { hero: 'See which gate is busy, by shift', button: 'Count my gates' } },
      becomes: 'draft',
      links: [fallback('/logistics')],
    },
    {
      content: {
        customName: 'Retail',
        fieldOverrides: {
          hero: 'Staff by the hour',
          button: 'See a shop like mine',
          proofs: ['Conversion: sales by visits', 'Counts by entrance and hour', 'Queues a third shorter'],
        },
        metadataOverride: {
          title: 'Trailmark for shops: staff by the hour',
          description: 'Put people on the floor when customers are there. Counts by entrance and hour.',
          keywords: ['retail footfall', 'conversion', 'staffing by the hour'],
        },
      },
      contexts: [
        'Chains of up to two hundred shops. Conversion (sales by visits) interests them most; the case study of Ridgeline Outdoor fits.',
      ],
      becomes: 'published',
      links: [fallback('/retail'), fallback('/für-läden')],
    },
    {
      content: {
        customName: 'Returning customers',
        actionUrlOverride: 'https://app.trailmark.example/sign-in',
        fieldOverrides: { hero: 'Welcome back', button: 'Open the app' },
        metadataOverride: { title: 'Welcome back to Trailmark', ...unlisted },
      },
      contexts: [
        'Signed in within the last 30 days. Lead to the app and to what is new (comparing two periods); no sales talk.',
      ],
      becomes: 'published',
      links: [fallback('/welcome-back')],
    },
    {
      content: { customName: 'Energy and utilities' },
      contexts: [
        'Service centres and visitor sites of energy suppliers. Wanted: an example with opening hours.',
      ],
      becomes: 'draft',
    },
    {
      content: {
        customName: 'Autumn launch',
        actionUrlOverride: `${site}/request-demo?utm_campaign=autumn-launch`,
        fieldOverrides: { hero: 'First sensor free until October', button: 'Get mine' },
        metadataOverride: {
          title: 'Autumn launch: first sensor free',
          ogTitle: 'First sensor free until October',
        },
      },
      contexts: [
        'From the newsletter of the autumn launch: the first sensor was free until the end of October.',
      ],
      becomes: 'published',
      archived: true,
      // The link is used longer than the campaign: it now shows the page.
      links: [www('/autumn')],
    },
  ],
};
