import { day, epoch, later } from '../time.ts';
import { countryOf, type DemoEvent, type Json, type Story, seatPrices } from './story.ts';

/** An invoice is paid, sometimes seats are added, and the next month's invoice is paid. */
export const billingStory: Story = (random, contact, at) => {
  if (!contact.company) return [];
  const { name, plan, seats } = contact.company;
  const { currency, taxPercent } = countryOf(contact);
  const added = random.chance(0.5) ? random.int(1, 2) : 0;
  const [customer, subscription, item] = [random.id('cus_'), random.id('sub_'), random.id('si_')];
  const price = { id: random.id('price_'), nickname: plan, unit_amount: seatPrices[plan], interval: 'month' };
  const exports = { quantity: 1, amount: 2500, description: 'Data export add-on' };
  const webhook = (type: string, time: Date, data: Json): DemoEvent => {
    const payload = { id: random.id('evt_'), object: 'event', type, created: epoch(time), data };
    return { source: 'billing', type: type.replace('.', '-'), at: time, payload };
  };
  const paid = (time: Date, quantity: number, number: number) => {
    const period = { start: epoch(time), end: epoch(later(time, 30 * day)) };
    const amount = quantity * price.unit_amount;
    const use = { quantity, amount, description: `${quantity} × ${plan} seat`, price };
    const data = [use, exports].map((line) => ({ id: random.id('il_'), ...line, currency, period }));
    const subtotal = amount + exports.amount;
    const tax = Math.round((subtotal * taxPercent) / 100);
    const invoice = {
      id: random.id('in_'),
      object: 'invoice',
      number: `TM-${contact.crmId}-000${number}`,
      customer,
      customer_name: name,
      customer_email: contact.email ?? null,
      subscription,
      currency,
      lines: { object: 'list', data, total_count: data.length, has_more: false },
      subtotal,
      tax,
      total: subtotal + tax,
      amount_paid: subtotal + tax,
      status: 'paid',
    };
    return webhook('invoice.paid', time, { object: invoice });
  };
  const items = (quantity: number) => ({ object: 'list', data: [{ id: item, quantity, price }] });
  const state = { id: subscription, object: 'subscription', customer, status: 'active', items: items(seats) };
  const change = { object: state, previous_attributes: { items: items(seats - added) } };
  const updated = webhook('subscription.updated', later(at, random.int(3, 20) * day), change);
  const invoices = [paid(at, seats - added, 1), paid(later(at, 30 * day), seats, 2)];
  return added > 0 ? [...invoices, updated] : invoices;
};
