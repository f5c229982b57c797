import type { Company } from '../companies.ts';
import type { Random } from '../random.ts';
import { day, later, minute } from '../time.ts';
import { closed, hubspotEvent } from './hubspot.ts';
import { colleagues, countries, type DemoEvent, seatPrices } from './story.ts';
import { subscribed } from './stripe.ts';

/** How often the health of a customer is computed. */
const healthChecks = 4;

/** What happens to a company, and not to one of its persons, in the months after `at`. */
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
  const updatedAt = later(at, random.int(4, 20) * day + random.int(1, 300) * minute);
  const employees = {
    kind: 'company' as const,
    objectId: random.int(9_000_000, 9_999_999),
    name: 'numberofemployees',
    value: seats * random.int(3, 9),
    properties: { name, domain, country: country.toUpperCase() },
  };
  let current = random.int(58, 88);
  const health = Array.from({ length: healthChecks }, (_, n): DemoEvent => {
    const previous = current;
    current = Math.min(97, previous + random.int(-14, 12));
    const computedAt = later(at, (30 + 60 * n) * day + random.int(1, 600) * minute);
    const payload = {
      event: 'health_score.changed',
      account: { name, domain },
      computedAt: computedAt.toISOString(),
      score: { previous, current, scale: 100 },
      drivers: [
        { name: 'weekly_active_seats', weight: 0.6, value: random.int(40, 95) / 100 },
        { name: 'open_tickets', weight: 0.4, value: random.int(0, 4) },
      ],
    };
    return { source: 'customer-success', type: 'health-score-changed', at: computedAt, payload };
  });
  const events: DemoEvent[] = [
    { source: 'e-signature', type: 'contract-signed', at, payload: signed },
    closed(random, company, later(at, -random.int(5, 90) * minute)),
    subscribed(random, company, later(at, random.int(100, 2000) * minute)),
    hubspotEvent(random, updatedAt, employees),
    closed(random, company, later(at, random.int(60, 200) * day)),
    ...health,
  ];
  return events.filter(() => random.chance(0.75));
}
