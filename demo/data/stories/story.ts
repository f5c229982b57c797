import type { Company } from '../companies.ts';
import type { Random } from '../random.ts';

/** What a person can be found by. */
export type Identifiers = { email?: string; phoneNumber?: string; linkedinProfileUrl?: string };

/** A person as the systems of the demo company know it. */
export type Contact = Identifiers & { name: string; company?: Company; jobTitle: string; crmId: number };

export type Json = Record<string, unknown>;

/** What a system sends when something happens. */
export type DemoEvent = { source: string; type: string; at: Date; payload: Json };

/** The events that one system sends about a person after `at`. */
export type Story = (random: Random, contact: Contact, at: Date) => DemoEvent[];

/** Formats that invoices, calendars and browsers of a country use. */
export const countries = {
  us: { currency: 'usd', taxPercent: 0, timezone: 'America/Chicago', locale: 'en-US' },
  gb: { currency: 'gbp', taxPercent: 20, timezone: 'Europe/London', locale: 'en-GB' },
  fr: { currency: 'eur', taxPercent: 20, timezone: 'Europe/Paris', locale: 'fr-FR' },
  de: { currency: 'eur', taxPercent: 19, timezone: 'Europe/Berlin', locale: 'de-DE' },
};

/** The country of a contact; Britain for a contact without a company. */
export const countryOf = ({ company }: Contact) => countries[company?.country ?? 'gb'];

/** Price of a seat per month, in minor units. */
export const seatPrices = { Starter: 900, Team: 1900, Scale: 3400 };

/** Employees of the demo company. */
export const colleagues = [
  { name: 'Priya Raman', email: 'priya@trailmark.example' },
  { name: 'Tom Aldous', email: 'tom@trailmark.example' },
  { name: 'Inês Carvalho', email: 'ines@trailmark.example' },
];

const systems = ['Macintosh; Intel Mac OS X 10.15', 'Windows NT 10.0; Win64; x64', 'X11; Linux x86_64'];

/** A visitor's address and browser. */
export const clientOf = (random: Random) => ({
  // 203.0.113.0/24 is reserved for documentation.
  ip: `203.0.113.${random.int(1, 254)}`,
  userAgent: `Mozilla/5.0 (${random.pick(systems)}; rv:145.0) Gecko/20100101 Firefox/145.0`,
});
