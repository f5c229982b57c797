import type { Company } from '../companies.ts';
import type { Random } from '../random.ts';
import { day, later, minute } from '../time.ts';
import { countries, type DemoEvent, type Json, type Story, seatPrices } from './story.ts';

/** An object of HubSpot, and a property of it that changes. */
interface Change {
  kind: 'contact' | 'company' | 'deal';
  objectId: number;
  name: string;
  value: string | number | boolean;
  /** The properties that the webhook is told to send along. */
  properties: Json;
}

/** A change as HubSpot sends it. */
export function hubspotEvent(
  random: Random,
  at: Date,
  { kind, objectId, name, value, properties }: Change,
): DemoEvent {
  const payload = {
    eventId: random.int(100_000_000, 999_999_999),
    subscriptionId: 3_148_221,
    portalId: 48_213_077,
    appId: 1_160_452,
    occurredAt: at.getTime(),
    subscriptionType: `${kind}.propertyChange`,
    attemptNumber: 0,
    objectId,
    propertyName: name,
    propertyValue: String(value),
    changeSource: random.pick(['CRM_UI', 'AUTOMATION_PLATFORM', 'IMPORT']),
    properties: { ...properties, [name]: String(value) },
  };
  return { source: 'hubspot', type: `${kind}-property-change`, at, payload };
}

const contactChanges = [
  ['lifecyclestage', 'marketingqualifiedlead'],
  ['hubspotscore', 68],
  ['hs_language', 'en'],
  ['lifecyclestage', 'salesqualifiedlead'],
  ['hs_lead_status', 'CONNECTED'],
] as const;

/** A property of a contact is changed. */
export const contactStory: Story = (random, { name: fullName, email, jobTitle, company, crmId }, at) => {
  const [name, value] = random.pick(contactChanges);
  const [firstname = '', ...rest] = fullName.split(' ');
  const person = { firstname, lastname: rest.join(' '), email: email ?? null, jobtitle: jobTitle };
  const properties = { ...person, company: company?.name ?? null };
  return [hubspotEvent(random, at, { kind: 'contact', objectId: crmId, name, value, properties })];
};

const stages = [
  'appointmentscheduled',
  'qualifiedtobuy',
  'presentationscheduled',
  'contractsent',
  'closedwon',
];

const dealOf = (random: Random, { name, country, plan, seats }: Company) => ({
  kind: 'deal' as const,
  objectId: random.int(18_000_000, 18_999_999),
  name: 'dealstage',
  properties: {
    dealname: `${name}: ${plan}, ${seats} seats`,
    pipeline: 'default',
    amount: String((seatPrices[plan] * seats * 12) / 100),
    deal_currency_code: countries[country].currency.toUpperCase(),
  },
});

/** A deal moves on to another stage, sometimes again a week later. */
export const dealStory: Story = (random, { company }, at) => {
  if (!company) return [];
  const first = random.int(0, stages.length - 3);
  const deal = dealOf(random, company);
  const moved = (step: number, time: Date) =>
    hubspotEvent(random, time, { ...deal, value: stages[first + step + 1] ?? '' });
  const moves = [moved(0, at), moved(1, later(at, 7 * day + random.int(1, 90) * minute))];
  return random.chance(0.5) ? moves : moves.slice(0, 1);
};

/** A deal of a company is won, or lost. */
export const closed = (random: Random, company: Company, at: Date): DemoEvent =>
  hubspotEvent(random, at, {
    ...dealOf(random, company),
    value: random.chance(0.7) ? 'closedwon' : 'closedlost',
  });
