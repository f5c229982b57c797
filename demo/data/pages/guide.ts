import { type DemoPage, fallback, house, site, unlisted, www } from './page.ts';

export const guide: DemoPage = {
  title: 'Guide: measuring footfall',
  url: `${site}/download-guide`,
  metadata: {
    ...house,
    title: 'Guide: measuring footfall (PDF, 24 pages)',
    description: 'Where to hang a sensor, what a visit is, and which numbers to leave alone.',
    keywords: ['guide', 'measuring footfall', 'PDF'],
    ogType: 'article',
  },
  links: [www('/download-guide'), fallback('/download-guide'), fallback('/guide')],
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
      links: [fallback('/guide/analysts')],
    },
  ],
};
