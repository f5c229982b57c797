import { number } from '../../../lib/format.ts';
import { also, at, listAt, minorMoney, textAt, wholeAt } from './read.ts';

/** An amount of the object of an event. */
const moneyAt = (object: unknown, name: string) => minorMoney(at(object, name), at(object, 'currency'));

const nameOf = (object: unknown, kind: string) => `${kind}${also(textAt(object, 'number'), ' ')}`;
const invoice = (done: string, amount: string) => (object: unknown) =>
  `${nameOf(object, 'Invoice')} ${done}${also(moneyAt(object, amount))}`;
const paid = (words: string, amount: string) => (object: unknown) =>
  `${words}${also(moneyAt(object, amount))}`;

/** What a subscription is of: "12 × Team". */
function itemOf(subscription: unknown): { name: string | undefined; quantity: number | undefined } {
  const [item] = listAt(subscription, 'items.data');
  const name = textAt(item, 'price.nickname') ?? textAt(item, 'plan.nickname');
  return { name, quantity: wholeAt(item, 'quantity') };
}

function itemsOf(subscription: unknown): string | undefined {
  const { name, quantity } = itemOf(subscription);
  if (!name) return quantity === undefined ? undefined : `quantity ${number(quantity)}`;
  return quantity === undefined ? name : `${number(quantity)} × ${name}`;
}

const subscription = (done: string) => (object: unknown) =>
  `Subscription ${done}${also(itemsOf(object), ': ')}`;

function changed(object: unknown, before: unknown): string {
  if (at(before, 'cancel_at_period_end') === false && at(object, 'cancel_at_period_end') === true)
    return subscription('will end with its period')(object);
  const was = itemOf(before).quantity;
  const from = was !== undefined && was !== itemOf(object).quantity ? `, from ${number(was)}` : '';
  return subscription('changed')(object) + from;
}

const sentences: Record<string, (object: unknown, before: unknown) => string> = {
  'invoice.paid': invoice('paid', 'amount_paid'),
  'invoice.payment_succeeded': invoice('paid', 'amount_paid'),
  'invoice.payment_failed': invoice('could not be paid', 'amount_due'),
  'invoice.created': invoice('created', 'amount_due'),
  'invoice.finalized': invoice('finalised', 'amount_due'),
  'invoice.sent': invoice('sent', 'amount_due'),
  'invoice.voided': invoice('voided', 'amount_due'),
  'customer.subscription.created': subscription('began'),
  'customer.subscription.updated': changed,
  'customer.subscription.deleted': subscription('ended'),
  'customer.subscription.trial_will_end': subscription('will end its trial soon'),
  'checkout.session.completed': paid('Checkout completed', 'amount_total'),
  'checkout.session.expired': paid('Checkout abandoned', 'amount_total'),
  'charge.succeeded': paid('Payment received', 'amount'),
  'charge.failed': paid('Payment failed', 'amount'),
  'charge.refunded': paid('Payment refunded', 'amount_refunded'),
  'payment_intent.succeeded': paid('Payment received', 'amount_received'),
  'payment_intent.payment_failed': paid('Payment failed', 'amount'),
  'customer.created': () => 'Customer created in Stripe',
  'customer.deleted': () => 'Customer deleted in Stripe',
};

/** An event of Stripe: `{ object: 'event', type, data: { object, previous_attributes } }`. */
export function stripe(payload: unknown): string | undefined {
  const type = at(payload, 'type');
  if (at(payload, 'object') !== 'event' || typeof type !== 'string') return undefined;
  const object = at(payload, 'data.object');
  if (!Object.hasOwn(sentences, type) || typeof object !== 'object' || object === null) return undefined;
  return sentences[type]?.(object, at(payload, 'data.previous_attributes'));
}
