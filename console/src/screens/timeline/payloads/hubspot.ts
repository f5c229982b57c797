import { also, at, majorMoney, textAt, words } from './read.ts';

/** What HubSpot calls its own stages. Those that a company has made are ids, and stay as they are. */
const stages: Record<string, string> = {
  appointmentscheduled: 'appointment scheduled',
  qualifiedtobuy: 'qualified to buy',
  presentationscheduled: 'presentation scheduled',
  decisionmakerboughtin: 'decision maker bought in',
  contractsent: 'contract sent',
  closedwon: 'won',
  closedlost: 'lost',
  marketingqualifiedlead: 'marketing qualified lead',
  salesqualifiedlead: 'sales qualified lead',
};
const stageOf = (value: string) => (Object.hasOwn(stages, value) ? stages[value] : undefined) ?? value;

const labels: Record<string, string> = {
  lifecyclestage: 'lifecycle stage',
  dealstage: 'stage',
  hubspotscore: 'score',
  numberofemployees: 'number of employees',
  jobtitle: 'job title',
};
const labelOf = (name: string) =>
  (Object.hasOwn(labels, name) ? labels[name] : undefined) ?? words(name.replace(/^hs_/, ''));

const happened: Record<string, string> = {
  creation: 'made',
  deletion: 'deleted',
  privacyDeletion: 'deleted for privacy',
  merge: 'merged with another',
  restore: 'restored',
};

/** A value of a property is text, also of a number: "2736.00". */
function moneyOf(payload: unknown): string | undefined {
  const amount = at(payload, 'properties.amount');
  const value = typeof amount === 'string' && amount.trim() !== '' ? Number(amount) : amount;
  return majorMoney(value, at(payload, 'properties.deal_currency_code'));
}

function moved(deal: string, payload: unknown, value: string): string {
  const isOver = value === 'closedwon' || value === 'closedlost';
  return `${deal} ${isOver ? '' : 'moved to '}${stageOf(value)}${also(moneyOf(payload))}`;
}

/** A message of HubSpot: `{ subscriptionType: 'deal.propertyChange', propertyName, propertyValue, properties }`. */
export function hubspot(payload: unknown): string | undefined {
  const type = at(payload, 'subscriptionType');
  const [, kind = '', event = ''] =
    (typeof type === 'string' && /^(contact|company|deal|ticket)\.(\w+)$/.exec(type)) || [];
  if (!kind) return undefined;
  const subject = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const deal = `${subject}${also(kind === 'deal' ? textAt(payload, 'properties.dealname') : undefined, ' ')}`;
  if (event !== 'propertyChange')
    return Object.hasOwn(happened, event) ? `${deal} ${happened[event]} in HubSpot` : undefined;
  const name = textAt(payload, 'propertyName');
  if (!name) return undefined;
  const value = textAt(payload, 'propertyValue');
  if (!value) return `${subject}: ${labelOf(name)} was cleared`;
  if (name === 'dealstage') return moved(deal, payload, value);
  return `${subject}: ${labelOf(name)} is now ${stageOf(value)}`;
}
