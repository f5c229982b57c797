// What sample data is made of: sample-data-load.sql.ts has the statements.

import { contentOf } from '../../content/audiences/content.ts';
import { searchName, slugBase } from '../../lib/search-text.ts';
import { emailColumns } from '../../people/persons/identity.ts';
import { searchPathOf } from '../../visits/page-links/path.ts';

export const website = 'https://www.example.com';

const pageContents = [
  { title: 'Home (sample)', url: `${website}/` },
  { title: 'Pricing (sample)', url: `${website}/pricing` },
];
export const pages = pageContents.map(({ title, url }) => [title, url]);

const companies = {
  'halden-robotics.example': 'Halden Robotics',
  'lumen-freight.example': 'Lumen Freight',
  'aster-pine.example': 'Aster & Pine',
  'northgate-bank.example': 'Northgate Bank',
  'cobalt-clinics.example': 'Cobalt Clinics',
};
export const accounts = Object.entries(companies).map(([domain, name]) => [domain, name, searchName(name)]);

const people: [name: string, domain: keyof typeof companies][] = [
  ['Mira Okafor', 'halden-robotics.example'],
  ['Jonas Weber', 'lumen-freight.example'],
  ['Ines Duarte', 'aster-pine.example'],
  ['Priya Nair', 'northgate-bank.example'],
  ['Sven Lindgren', 'cobalt-clinics.example'],
  ['Elif Demir', 'halden-robotics.example'],
  ['Tomasz Zielinski', 'lumen-freight.example'],
  ['Amara Boateng', 'northgate-bank.example'],
];
export const persons = people.map(([name, domain]) => {
  const { email, emailDomain, searchEmail } = emailColumns(`${slugBase(name).replace('-', '.')}@${domain}`);
  return [name, searchName(name), email, searchEmail, emailDomain, slugBase(name)];
});

/** So many audiences, the first ones, are each for the person with the same number. */
export const personalCount = 6;
const groups = [
  { name: 'Logistics (sample)', page: 2, path: '/for/logistics', words: 'Pricing for logistics teams' },
  { name: 'Retail (sample)', page: 1, path: '/for/retail', words: 'Know which retailers come back' },
];
const audienceContents = [
  ...people.slice(0, personalCount).map(([name, domain]) => ({
    name: null,
    page: 2,
    path: `/for/${slugBase(name)}`,
    words: `Pricing for ${companies[domain]}`,
  })),
  ...groups,
];
/** Page, number within the page, own name, metadata. */
export const audiences = audienceContents.map(({ name, page, words }, index) => {
  const number = audienceContents.slice(0, index + 1).filter((one) => one.page === page).length;
  return [page, number, name, JSON.stringify({ title: words })];
});
/** Context and snapshot. */
export const versions = audienceContents.map(({ page, words }) => {
  const { title = '', url = '' } = pageContents[page - 1] ?? {};
  const supplementaryContext = `${words}: a sample of content for this audience.`;
  const snapshot = contentOf({
    page: { title, url, metadata: {} },
    metadataOverride: { title: words },
    actionFormId: null,
    actionFormInstructions: null,
    actionUrl: null,
    supplementaryContext,
  });
  return [supplementaryContext, JSON.stringify(snapshot)];
});
/** Page, path, path as a search compares it. */
export const links = audienceContents.map(({ page, path }) => [page, path, searchPathOf(path)]);

/** Person, hours before the load, source, type, payload. */
export const logs: [person: number, hours: number, source: string, type: string, payload: string][] = [
  [1, 500, 'crm', 'deal.stage', '{"stage":"Discovery"}'],
  [1, 120, 'crm', 'deal.stage', '{"stage":"Proposal","amount":48000}'],
  [1, 30, 'mail', 'reply', '{"subject":"Two questions on the proposal"}'],
  [2, 400, 'crm', 'deal.stage', '{"stage":"Discovery"}'],
  [2, 52, 'calendar', 'meeting.booked', '{"title":"Demo"}'],
  [3, 210, 'forms', 'signup', '{"form":"Request a demo"}'],
  [4, 300, 'crm', 'deal.stage', '{"stage":"Won","amount":36000}'],
  [5, 80, 'mail', 'opened', '{"subject":"A page for Cobalt Clinics"}'],
  [7, 26, 'calendar', 'meeting.booked', '{"title":"Introduction"}'],
];

/** How many visits there are, over how many days before the load. */
export const visitCount = 240;
export const visitDays = 28;
