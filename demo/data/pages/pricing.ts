import { type DemoPage, fallback, house, site, unlisted, www } from './page.ts';

export const pricing: DemoPage = {
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
  fields: [
    {
      name: 'hero',
      label: 'Headline',
      kind: 'text',
      default: 'Pay by seat, and for nothing else',
      maxLength: 60,
      help: 'The first thing that visitors read.',
    },
    {
      name: 'button',
      label: 'Button',
      kind: 'text',
      default: 'Talk to us',
      maxLength: 30,
      help: 'What it does, in two or three words.',
    },
  ],
  links: [www('/pricing'), fallback('/pricing')],
  audiences: [
    {
      person: 'mthistlewood@oakmere.example',
      content: {
        actionUrlOverride: 'mailto:priya@trailmark.example?subject=Oakmere%20Insurance%3A%20renewal',
        fieldOverrides: { hero: 'Your plan at Oakmere Insurance', button: 'Write to Priya' },
        metadataOverride: { ...unlisted, title: 'Your plan at Oakmere Insurance' },
      },
      contexts: [
        'Customer on the Scale plan with 70 seats and the data export. Opened and followed the newsletter on comparing periods. Talk of the renewal, never of lower plans.',
      ],
      becomes: 'published',
      links: [fallback('/for/{slug}')],
    },
    {
      person: 'a.schafer@lindenhof.example',
      content: {
        customName: 'Lindenhof: import first',
        actionUrlOverride: `${site}/contact-sales?topic=import`,
        fieldOverrides: { hero: 'Scale for Lindenhof Maschinenbau', button: 'Plan the import' },
        metadataOverride: { ...unlisted, title: 'Scale for Lindenhof Maschinenbau' },
      },
      contexts: [
        'Lindenhof Maschinenbau, Scale with 55 seats. Asked in October how to import last year’s counts: one row per day and site, at most 50,000 rows a file.',
        'Lindenhof Maschinenbau, Scale with 55 seats. Has imported last year’s counts. Next: comparing two periods.',
      ],
      becomes: 'published',
      links: [fallback('/for/{slug}')],
    },
    {
      content: {
        customName: 'Above 200 seats',
        actionFormIdOverride: 'contact-sales',
        actionFormInstructionsOverride:
          'Ask for the number of sites, the number of seats and the date of the first roll-out.\nDo not ask for a budget.',
        fieldOverrides: { hero: 'More than 200 seats: one contract', button: 'Plan the roll-out' },
        metadataOverride: { title: 'Pricing above 200 seats', description: 'One contract for all sites.' },
      },
      contexts: ['More than 200 seats: prices are by contract, with a roll-out plan and a named contact.'],
      becomes: 'published',
      links: [fallback('/pricing/enterprise')],
    },
    {
      content: {
        customName: 'Museums and libraries',
        fieldOverrides: { hero: 'Prices for museums and libraries' },
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
