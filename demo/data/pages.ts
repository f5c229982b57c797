import { guestAudiences } from './guests.ts';
import { caseStudy } from './pages/case-study.ts';
import { guide } from './pages/guide.ts';
import { home } from './pages/home.ts';
import type { DemoPage } from './pages/page.ts';
import { pricing } from './pages/pricing.ts';
import { booking } from './pages/request-demo.ts';

/** The website of the demo company, which sells to the companies of companies.ts. In the order of lists. */
export const demoPages: DemoPage[] = [home, pricing, caseStudy, booking, guide].map((page) => ({
  ...page,
  audiences: [...page.audiences, ...guestAudiences(new URL(page.url).pathname)],
}));
