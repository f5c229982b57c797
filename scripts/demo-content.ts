import type { AudienceCreate } from '../src/audiences/schemas.ts';
import type { PageCreate } from '../src/pages/schemas.ts';
import type { TopicCreate } from '../src/topics/schemas.ts';

/** Where a page or an audience is reached; `{slug}` is the route key of the audience's person. */
export interface DemoLink {
  /** Null: the fallback subdomain. */
  domain: string | null;
  path: string;
}

export interface DemoAudience {
  /** The email of the person it is for; without one, `customName` tells it from others of the page. */
  person?: string;
  content: Omit<AudienceCreate, 'personId' | 'status' | 'supplementaryContext'>;
  /** The supplementary context of each version, no two alike; all versions but the last get published. */
  contexts: [string, ...string[]];
  /**
   * What its last version stays. None stays `queued` or `processing`: both pass by themselves within seconds,
   * while the demo loads.
   */
  becomes: 'pending' | 'draft' | 'published' | 'cancelled';
  /** It is archived in the end. */
  archived?: true;
  links?: DemoLink[];
}

export type DemoPage = PageCreate & { links: DemoLink[]; audiences: DemoAudience[] };

export type DemoTopic = TopicCreate & { entries: string[] };

const site = 'https://www.trailmark.example';
/** The company's website, that of its sales team, and no domain of its own. */
const www = (path: string): DemoLink => ({ domain: 'www.trailmark.example', path });
const hello = (path: string): DemoLink => ({ domain: 'hello.trailmark.example', path });
const fallback = (path: string): DemoLink => ({ domain: null, path });

/** What all pages of the website say. */
const house = {
  author: 'Trailmark',
  ogSiteName: 'Trailmark',
  themeColor: '#1f6f5c',
} satisfies PageCreate['metadata'];

/** Nobody finds by a search engine what is meant for one reader. */
const unlisted = { robots: ['noindex' as const, 'nofollow' as const] };

const home: DemoPage = {
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
  links: [www('/'), fallback('/')],
  audiences: [
    {
      person: 'zoe.lindqvist@northwind.example',
      content: {
        actionUrlOverride: 'https://app.trailmark.example/sites?sort=busiest',
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
      links: [hello('/for/{slug}'), fallback('/for/{slug}')],
    },
    {
      content: {
        customName: 'Logistics',
        actionUrlOverride: `${site}/request-demo?industry=logistics`,
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
      becomes: 'draft',
      links: [www('/logistics'), fallback('/logistics')],
    },
    {
      content: {
        customName: 'Retail',
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
      links: [www('/retail'), www('/für-läden')],
    },
    {
      content: {
        customName: 'Returning customers',
        actionUrlOverride: 'https://app.trailmark.example/sign-in',
        metadataOverride: { title: 'Welcome back to Trailmark', ...unlisted },
      },
      contexts: [
        'Signed in within the last 30 days. Lead to the app and to what is new (comparing two periods); no sales talk.',
      ],
      becomes: 'published',
      links: [www('/welcome-back')],
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
      // It outlives the campaign: what it serves now is the page.
      links: [www('/autumn')],
    },
  ],
};

const pricing: DemoPage = {
  title: 'Pricing',
  url: `${site}/pricing`,
  metadata: {
    ...house,
    title: 'Pricing: Starter, Team and Scale',
    description:
      'Three plans, priced by seat and month. Sensors are rented or bought; data export is an add-on.',
    keywords: ['pricing', 'plans', 'seats'],
    robots: ['index', 'follow'],
    ogImageAlt: 'The three plans side by side',
  },
  links: [www('/pricing')],
  audiences: [
    {
      person: 'mthistlewood@oakmere.example',
      content: {
        actionUrlOverride: 'mailto:priya@trailmark.example?subject=Oakmere%20Insurance%3A%20renewal',
        metadataOverride: { ...unlisted, title: 'Your plan at Oakmere Insurance' },
      },
      contexts: [
        'Customer on the Scale plan with 70 seats and the data export. Opened and followed the newsletter on comparing periods. Talk of the renewal, never of lower plans.',
      ],
      becomes: 'published',
      links: [hello('/for/{slug}'), fallback('/for/{slug}')],
    },
    {
      person: 'a.schafer@lindenhof.example',
      content: {
        customName: 'Lindenhof: import first',
        actionUrlOverride: `${site}/contact-sales?topic=import`,
        metadataOverride: { ...unlisted, title: 'Scale for Lindenhof Maschinenbau' },
      },
      contexts: [
        'Lindenhof Maschinenbau, Scale with 55 seats. Asked in October how to import last year’s counts: one row per day and site, at most 50,000 rows a file.',
        'Lindenhof Maschinenbau, Scale with 55 seats. Has imported last year’s counts. Next: comparing two periods.',
      ],
      becomes: 'published',
      links: [hello('/for/{slug}')],
    },
    {
      content: {
        customName: 'Above 200 seats',
        actionFormIdOverride: 'contact-sales',
        actionFormInstructionsOverride:
          'Ask for the number of sites, the number of seats and the date of the first roll-out.\nDo not ask for a budget.',
        metadataOverride: { title: 'Pricing above 200 seats', description: 'One contract for all sites.' },
      },
      contexts: ['More than 200 seats: prices are by contract, with a roll-out plan and a named contact.'],
      becomes: 'published',
      links: [www('/pricing/enterprise')],
    },
    {
      content: {
        customName: 'Museums and libraries',
        metadataOverride: { title: 'Pricing for museums and libraries' },
      },
      contexts: [
        'Public institutions. Planned: Team at the price of Starter. Called off, for tenders forbid it.',
      ],
      becomes: 'cancelled',
    },
    {
      content: { customName: 'Partners and agencies' },
      contexts: [
        'Resellers with customers of their own. The terms come from the partner team and are not ready.',
      ],
      becomes: 'pending',
    },
  ],
};

const caseStudy: DemoPage = {
  title: 'How Ridgeline Outdoor staffs by the hour',
  url: `${site}/customers/ridgeline-outdoor`,
  metadata: {
    ...house,
    title: 'Ridgeline Outdoor staffs its shops by the hour',
    description:
      'Nine shops, 22 seats, one rule: the rota follows the counts. How Ridgeline Outdoor cut waiting at the till by a third.',
    keywords: ['case study', 'retail', 'staffing'],
    ogType: 'article',
    ogImageAlt: 'The entrance of a shop for hiking gear',
    twitterCard: 'summary_large_image',
  },
  links: [www('/customers/ridgeline-outdoor')],
  audiences: [
    {
      person: 'mcastellanos@ridgeline.example',
      content: {
        actionUrlOverride: 'https://app.trailmark.example/reports/staffing',
        metadataOverride: { ...unlisted, title: 'Your story, as we tell it' },
      },
      contexts: [
        'Works at Ridgeline Outdoor, of whom the case study tells: Team plan, 22 seats. Thank, do not sell; ask for corrections.',
      ],
      becomes: 'published',
      links: [hello('/for/{slug}')],
    },
    {
      content: {
        customName: 'Store managers',
        actionFormIdOverride: 'request-demo',
        actionFormInstructionsOverride: 'Ask how many entrances the store has and who writes the rota.',
      },
      contexts: ['Run one store. What counts: the rota for next week, not the group’s report.'],
      becomes: 'published',
      links: [www('/customers/ridgeline-outdoor/store-managers')],
    },
    {
      content: {
        customName: 'Outdoor and sports shops',
        metadataOverride: { ogTitle: 'What nine outdoor shops learned from their doors' },
      },
      contexts: [
        'Outdoor and sports shops. Weather moves their counts: show the comparison of two Saturdays.',
        'Outdoor and sports shops. Winter edition with the numbers of December, which are not out yet.',
      ],
      becomes: 'cancelled',
      links: [www('/outdoor')],
    },
  ],
};

const booking: DemoPage = {
  title: 'Request a demo',
  url: `${site}/request-demo`,
  metadata: {
    ...house,
    title: 'See Trailmark with your own counts',
    description: 'Thirty minutes by video. Bring a CSV of last month, or use ours.',
    robots: ['index', 'follow'],
    ogTitle: 'Thirty minutes with your own counts',
  },
  links: [www('/request-demo'), hello('/')],
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
      links: [hello('/for/{slug}')],
    },
    {
      person: 'hiroshi.tanaka@halden-robotics.example',
      content: { metadataOverride: { ...unlisted, title: 'Reports that agree, for Halden Robotics' } },
      contexts: [
        'Halden Robotics, Team with 20 seats. Asked in October why two reports differ: one counts in UTC, the other in the local time zone. Show the setting.',
      ],
      becomes: 'draft',
      links: [hello('/for/{slug}')],
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
      links: [hello('/webinar')],
    },
  ],
};

const guide: DemoPage = {
  title: 'Guide: measuring footfall',
  url: `${site}/download-guide`,
  metadata: {
    ...house,
    title: 'Guide: measuring footfall (PDF, 24 pages)',
    description: 'Where to hang a sensor, what a visit is, and which numbers to leave alone.',
    keywords: ['guide', 'measuring footfall', 'PDF'],
    ogType: 'article',
  },
  links: [www('/download-guide'), fallback('/guide')],
  audiences: [
    {
      person: 'lakshmi.narayanan@tamarind-foods.example',
      content: { metadataOverride: unlisted },
      contexts: [
        'Tamarind Foods, Starter with 12 seats. The chapter on food markets is still being written.',
      ],
      becomes: 'pending',
    },
    {
      content: {
        customName: 'Analysts',
        actionFormIdOverride: 'download-guide',
        metadataOverride: { title: 'Measuring footfall, with the formulas' },
      },
      contexts: [
        'Work with exports: CSV and API, counts by quarter of an hour, error of a sensor below 2 %.',
      ],
      becomes: 'published',
      links: [www('/guide/analysts')],
    },
  ],
};

/** The website of the company that sells to the companies of demo-data.ts, in the order of lists. */
export const demoPages: DemoPage[] = [home, pricing, caseStudy, booking, guide];

/** What the website's pages may talk about; some orders leave room for a topic between. */
export const demoTopics: DemoTopic[] = [
  {
    title: 'What Trailmark does',
    purpose: 'The answer to anyone who asks nothing in particular.',
    sortOrder: 10,
    isDefault: true,
    entries: [
      'Trailmark counts who enters a site: with sensors at the doors, by the hour, without cameras.',
      'Counts are in the app within a minute, and in a weekly report on Mondays.',
      'Shops, depots, offices and museums use it, from one entrance to some hundred sites.',
    ],
  },
  {
    title: 'Plans and prices',
    purpose: 'Questions about cost, seats and contracts. Above 200 seats, lead to the form contact-sales.',
    sortOrder: 20,
    isDefault: false,
    entries: [
      'Starter costs 9, Team 19 and Scale 34 a seat and month, in dollars, pounds or euros.',
      'The data export is an add-on of 25 a month.',
      'Contracts run for twelve months; seats can be added at any time and are charged from that day.',
      'Above 200 seats, prices are by contract.',
    ],
  },
  {
    title: 'Import and export',
    purpose: 'How counts come in and go out.',
    sortOrder: 30,
    isDefault: false,
    entries: [
      'Historical counts are imported as CSV under Settings, Import: one row per day and site.',
      'An import takes at most 50,000 rows a file; files may follow each other.',
      'Exports are CSV, by quarter of an hour, hour or day.',
    ],
  },
  {
    title: 'Reports and time zones',
    purpose: 'Why two numbers differ, before a ticket is opened.',
    sortOrder: 35,
    isDefault: false,
    entries: [
      'The weekly report counts in UTC, the dashboard in the time zone of the account.',
      'Comparing two periods aligns weekdays, so that a Saturday meets a Saturday.',
    ],
  },
  {
    title: 'Privacy',
    purpose: 'What is measured of a person: nothing that tells who it is.',
    sortOrder: 40,
    isDefault: false,
    entries: [
      'Sensors measure heights and directions; they take no pictures and read no phones.',
      'A count has a door, a direction and a minute. Nobody can be told from it.',
      'Data stays in the region of the account: the European Union, the United Kingdom or the United States.',
    ],
  },
];
