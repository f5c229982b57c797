import { day, hour } from './time.ts';

/** A note on the charts of the demo: of the page with this path, or of all. */
interface DemoNote {
  path?: string;
  text: string;
  /** When it happened, for a load at this time. */
  at: (now: Date) => Date;
}

/** Eight in the morning (UTC) of the last day with this date, MM-DD, that is over. */
const lastOf = (monthDay: string) => (now: Date) => {
  const inYear = (year: number) => new Date(Date.parse(`${year}-${monthDay}`) + 8 * hour);
  const year = now.getUTCFullYear();
  return inYear(inYear(year).getTime() + day <= now.getTime() ? year : year - 1);
};

/** Eight in the morning (UTC), some days ago. */
const daysAgo = (days: number) => (now: Date) =>
  new Date((Math.floor(now.getTime() / day) - days) * day + 8 * hour);

/** What explains the demo's figures: the dates are those of its campaigns (sources.ts). */
export const demoNotes: DemoNote[] = [
  { text: 'On the front page of Hacker News', at: lastOf('05-12') },
  { text: 'Autumn launch: first sensor free', at: lastOf('09-15') },
  { path: '/pricing', text: 'Prices in pounds and euros too', at: daysAgo(9) },
];

/** A saved view of the demo: of the page with this path, with this query of the console. */
interface DemoView {
  name: string;
  path: string;
  query: string;
}

export const demoViews: DemoView[] = [
  { name: 'Autumn launch, home page', path: '/', query: 'range=90d&utmCampaign=autumn-launch' },
  { name: 'Pricing on phones', path: '/pricing', query: 'range=30d&device=mobile' },
];
