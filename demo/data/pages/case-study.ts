import { type DemoPage, fallback, house, site, unlisted, www } from './page.ts';

export const caseStudy: DemoPage = {
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
  links: [www('/customers/ridgeline-outdoor'), fallback('/customers/ridgeline-outdoor')],
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
      links: [fallback('/for/{slug}')],
    },
    {
      content: {
        customName: 'Store managers',
        actionFormIdOverride: 'request-demo',
        actionFormInstructionsOverride: 'Ask how many entrances the store has and who writes the rota.',
      },
      contexts: ['Run one store. What counts: the rota for next week, not the group’s report.'],
      becomes: 'published',
      links: [fallback('/customers/ridgeline-outdoor/store-managers')],
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
