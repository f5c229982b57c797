/** A company whose employees the demo has as persons. */
export type Company = {
  name: string;
  domain: string;
  country: 'us' | 'gb' | 'fr' | 'de';
  plan: 'Starter' | 'Team' | 'Scale';
  seats: number;
};

/**
 * Name, domain, country, plan, seats, and the pattern of email addresses (F: an initial). The last two have no known
 * persons.
 */
const companyTable: [string, string, Company['country'], Company['plan'], number, string][] = [
  ['Northwind Logistics', 'northwind', 'us', 'Scale', 64, 'first.last'],
  ['Ridgeline Outdoor', 'ridgeline', 'us', 'Team', 22, 'Flast'],
  ['Kestrel Analytics', 'kestrel', 'gb', 'Scale', 48, 'first.last'],
  ['Brightwater Energy', 'brightwater', 'gb', 'Team', 30, 'first.last'],
  ['Atelier Mirabel', 'atelier-mirabel', 'fr', 'Starter', 8, 'first'],
  ['Lindenhof Maschinenbau', 'lindenhof', 'de', 'Scale', 55, 'F.last'],
  ['Polarvik Shipping', 'polarvik', 'gb', 'Team', 26, 'first.last'],
  ['Quillon Software', 'quillon', 'us', 'Team', 18, 'first'],
  ['Tamarind Foods', 'tamarind-foods', 'gb', 'Starter', 12, 'first.last'],
  ['Verdant Labs', 'verdantlabs', 'us', 'Starter', 9, 'first'],
  ['Oakmere Insurance', 'oakmere', 'gb', 'Scale', 70, 'Flast'],
  ['Saffron & Stone', 'saffronstone', 'fr', 'Starter', 6, 'first'],
  ['Lumen Harbour Studios', 'lumenharbour', 'de', 'Team', 16, 'first.last'],
  ['Halden Robotics', 'halden-robotics', 'de', 'Team', 20, 'first.last'],
  ['Cobaltworks', 'cobaltworks', 'us', 'Team', 14, 'first'],
  ['Meridian Paper', 'meridian-paper', 'gb', 'Starter', 5, 'first'],
];

/** The companies of the demo, each with the key that `staff` uses for it. */
export const companies = companyTable.map(([name, key, country, plan, seats, addresses]) => ({
  key,
  addresses,
  company: { name, domain: `${key}.example`, country, plan, seats },
}));

/** The names of all companies that have an account in the demo, by domain. */
export const companyNames = new Map([
  ...companies.map(({ company }) => [company.domain, company.name] as const),
  // Of a person whom only a log knows.
  ['mansour-design.example', 'Mansour Design'],
]);
