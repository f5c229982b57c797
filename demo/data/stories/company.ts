import type { Company } from '../companies.ts';
import type { Random } from '../random.ts';
import { day, epoch, later, minute } from '../time.ts';
import { crmEvent } from './crm.ts';
import { colleagues, countries, type DemoEvent, seatPrices } from './story.ts';

/** What happens to a company, and not to one of its persons, in the weeks after `at`. */
export function accountStory(random: Random, company: Company, at: Date): DemoEvent[] {
  const { name, domain, country, plan, seats } = company;
  const owner = random.pick(colleagues);
  const monthly = { minorUnits: seatPrices[plan] * seats, currency: countries[country].currency };
  const signed = {
    event: 'document.completed',
    document: { id: random.id('doc_'), name: `Order form ${name}`, completedAt: at.toISOString() },
    contract: { plan, seats, termMonths: 12, monthly, autoRenew: true },
    signers: [
      { role: 'customer', organization: name },
      { role: 'vendor', ...owner },
    ],
  };
  const changedAt = later(at, random.int(100, 2000) * minute);
  const change = { from: { plan: 'Trial', seats: 3 }, to: { plan, seats }, monthly };
  const plans = { event: 'plan.changed', created: epoch(changedAt), customer: { name, domain }, change };
  const updatedAt = later(at, random.int(4, 20) * day + random.int(1, 300) * minute);
  const changes = [{ property: 'numberofemployees', from: null, to: seats * random.int(3, 9) }];
  const properties = { name, domain, country: country.toUpperCase() };
  const record = { id: random.id('co_'), properties, owner };
  const computedAt = later(at, random.int(21, 50) * day);
  const previous = random.int(48, 88);
  const health = {
    event: 'health_score.changed',
    account: { name, domain },
    computedAt: computedAt.toISOString(),
    score: { previous, current: previous + random.int(-18, 11), scale: 100 },
    drivers: [
      { name: 'weekly_active_seats', weight: 0.6, value: random.int(40, 95) / 100 },
      { name: 'open_tickets', weight: 0.4, value: random.int(0, 4) },
    ],
  };
  const events: DemoEvent[] = [
    { source: 'e-signature', type: 'contract-signed', at, payload: signed },
    { source: 'billing', type: 'plan-changed', at: changedAt, payload: plans },
    crmEvent(random, 'company-updated', 'company.propertyChange', updatedAt, { changes, company: record }),
    { source: 'customer-success', type: 'health-score-changed', at: computedAt, payload: health },
  ];
  return events.filter(() => random.chance(0.65));
}
