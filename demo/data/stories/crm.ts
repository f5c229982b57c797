import type { Random } from '../random.ts';
import { day, later, minute } from '../time.ts';
import {
  type Contact,
  colleagues,
  countryOf,
  type DemoEvent,
  type Json,
  type Story,
  seatPrices,
} from './story.ts';

/** An event as the CRM sends it. */
export const crmEvent = (
  random: Random,
  type: string,
  eventType: string,
  at: Date,
  data: Json,
): DemoEvent => {
  const eventId = random.int(100_000_000, 999_999_999);
  const changeSource = random.pick(['CRM_UI', 'WORKFLOW', 'IMPORT']);
  const payload = { eventId, eventType, occurredAt: at.toISOString(), changeSource, ...data };
  return { source: 'crm', type, at, payload };
};

const crmContact = (contact: Contact) => {
  const { name: fullname, email = null, phoneNumber: phone = null, jobTitle: jobtitle } = contact;
  const { linkedinProfileUrl: linkedin_url = null, company } = contact;
  const properties = { fullname, email, phone, linkedin_url, jobtitle, company: company?.name ?? null };
  return { id: String(contact.crmId), properties };
};

const contactChanges = [
  { property: 'lifecyclestage', from: 'lead', to: 'marketingqualifiedlead' },
  { property: 'lead_score', from: 42, to: 68 },
  { property: 'preferred_language', from: null, to: 'en' },
  { property: 'newsletter_opt_in', from: false, to: true },
];

/** Properties of a contact are changed in the CRM. */
export const contactStory: Story = (random, contact, at) => {
  const first = random.int(0, contactChanges.length - 1);
  const changes = contactChanges.slice(first, first + random.int(1, 2));
  const record = { ...crmContact(contact), owner: random.pick(colleagues) };
  return [crmEvent(random, 'contact-updated', 'contact.propertyChange', at, { changes, contact: record })];
};

const stages = ['qualification', 'demo-scheduled', 'proposal-sent', 'negotiation', 'closed-won'];

/** A deal changes its stage in the CRM, sometimes again a week later. */
export const dealStory: Story = (random, contact, at) => {
  const { company } = contact;
  if (!company) return [];
  const { name, domain, plan, seats } = company;
  const first = random.int(0, stages.length - 3);
  const deal = {
    id: String(random.int(700_000, 799_999)),
    name: `${name}: ${plan}, ${seats} seats`,
    pipeline: 'new-business',
    amount: { minorUnits: seatPrices[plan] * seats * 12, currency: countryOf(contact).currency },
    owner: random.pick(colleagues),
    associations: { contacts: [crmContact(contact)], company: { name, domain } },
  };
  const moved = (step: number, time: Date) => {
    const stage = { from: stages[first + step], to: stages[first + step + 1] };
    return crmEvent(random, 'deal-stage-changed', 'deal.stageChange', time, { deal: { ...deal, stage } });
  };
  const moves = [moved(0, at), moved(1, later(at, 7 * day + random.int(1, 90) * minute))];
  return random.chance(0.5) ? moves : moves.slice(0, 1);
};
