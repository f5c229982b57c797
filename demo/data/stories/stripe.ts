import type { Company } from '../companies.ts';
import type { Random } from '../random.ts';
import { day, epoch, later } from '../time.ts';
import { countries, countryOf, type DemoEvent, type Json, type Story, seatPrices } from './story.ts';

/** An event as Stripe sends it. */
function stripeEvent(random: Random, type: string, at: Date, data: Json): DemoEvent {
  const request = { id: null, idempotency_key: null };
  const event = {
    id: random.id('evt_'),
    object: 'event',
    api_version: '2026-09-30.dahlia',
    created: epoch(at),
  };
  return {
    source: 'stripe',
    type: type.replaceAll(/[._]/g, '-'),
    at,
    payload: { ...event, type, livemode: false, pending_webhooks: 1, request, data },
  };
}

const priceOf = (random: Random, plan: Company['plan']) => ({
  id: random.id('price_'),
  object: 'price',
  nickname: plan,
  unit_amount: seatPrices[plan],
  recurring: { interval: 'month', interval_count: 1 },
});

/** How many invoices are paid at most: those of a year. */
const mostInvoices = 12;

/** Each month an invoice is paid; once, in some companies, seats are added. */
export const billingStory: Story = (random, contact, at) => {
  if (!contact.company) return [];
  const { name, plan, seats } = contact.company;
  const { currency, taxPercent } = countryOf(contact);
  const added = random.chance(0.5) ? random.int(1, 2) : 0;
  const addedAt = later(at, random.int(33, 57) * day);
  const [customer, subscription, item] = [random.id('cus_'), random.id('sub_'), random.id('si_')];
  const price = priceOf(random, plan);
  const exports = { quantity: 1, amount: 2500, description: 'Data export add-on' };
  const paid = (time: Date, number: number) => {
    const quantity = time < addedAt ? seats - added : seats;
    const period = { start: epoch(time), end: epoch(later(time, 30 * day)) };
    const amount = quantity * price.unit_amount;
    const use = { quantity, amount, description: `${quantity} × ${plan} seat`, price };
    const data = [use, exports].map((line) => ({ id: random.id('il_'), ...line, currency, period }));
    const subtotal = amount + exports.amount;
    const tax = Math.round((subtotal * taxPercent) / 100);
    const invoice = {
      id: random.id('in_'),
      object: 'invoice',
      number: `TM-${contact.crmId}-${String(number).padStart(4, '0')}`,
      customer,
      customer_name: name,
      customer_email: contact.email ?? null,
      subscription,
      currency,
      lines: { object: 'list', data, total_count: data.length, has_more: false },
      subtotal,
      tax,
      total: subtotal + tax,
      amount_due: subtotal + tax,
      amount_paid: subtotal + tax,
      status: 'paid',
    };
    return stripeEvent(random, 'invoice.paid', time, { object: invoice });
  };
  const items = (quantity: number) => ({ object: 'list', data: [{ id: item, quantity, price }] });
  const state = { id: subscription, object: 'subscription', customer, status: 'active', items: items(seats) };
  const change = { object: state, previous_attributes: { items: items(seats - added) } };
  const invoices = Array.from({ length: mostInvoices }, (_, n) => paid(later(at, n * 30 * day), n + 1));
  const updated = stripeEvent(random, 'customer.subscription.updated', addedAt, change);
  return added > 0 ? [...invoices, updated] : invoices;
};

/** A company leaves the trial for its plan. */
export function subscribed(
  random: Random,
  { name, domain, country, plan, seats }: Company,
  at: Date,
): DemoEvent {
  const price = priceOf(random, plan);
  const subscription = {
    id: random.id('sub_'),
    object: 'subscription',
    customer: random.id('cus_'),
    status: 'active',
    currency: countries[country].currency,
    metadata: { company: name, domain },
    items: { object: 'list', data: [{ id: random.id('si_'), quantity: seats, price }] },
    start_date: epoch(at),
    trial_end: epoch(at),
  };
  return stripeEvent(random, 'customer.subscription.created', at, { object: subscription });
}
