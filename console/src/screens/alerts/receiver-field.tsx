import type { Webhook } from '@footfall/client';
import { SelectField } from '../../kit/field.tsx';
import { AddressField } from '../webhooks/webhook-fields.tsx';
import { receiverAmong, stateOf } from '../webhooks/words.ts';
import { alertLabels, formatToMake, newReceiver } from './values.ts';

/** Channels that can be made along with an alert. */
const toMake = [
  { value: newReceiver('slack'), label: 'A new Slack channel …' },
  { value: newReceiver('teams'), label: 'A new Teams channel …' },
];

const isWell = (webhook: Webhook): boolean => stateOf(webhook).tone === 'good';

/** Where an alert goes if nobody chooses: to the newest channel that gets its messages, or else to a new one in Slack. */
export function usualReceiver(webhooks: Webhook[]): string {
  const well = webhooks.filter(isWell).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  const first = well.find(({ format }) => format !== 'json') ?? well[0];
  return first?.webhookId ?? newReceiver('slack');
}

/** What a webhook is called in a list of choices, and that it does not work, if so. */
const optionOf = (webhook: Webhook, all: Webhook[]): string => {
  const name = receiverAmong(webhook, all);
  return isWell(webhook) ? name : `${name} (${stateOf(webhook).badge.toLowerCase()})`;
};

export interface ReceiverFieldProps {
  webhooks: Webhook[];
  value: string;
  /** A channel can be made along with it. */
  mayMake: boolean;
  onChange: (webhookId: string) => void;
}

/** Where an alert goes: a webhook that is there, or a channel whose address is pasted. */
export function ReceiverField({ webhooks, value, mayMake, onChange }: ReceiverFieldProps) {
  const format = formatToMake(value);
  const isKnown = format !== undefined || webhooks.some(({ webhookId }) => webhookId === value);
  return (
    <>
      <SelectField
        label={alertLabels.webhookId}
        name="webhookId"
        value={value}
        options={[
          ...(isKnown ? [] : [{ value, label: 'Deleted webhook: choose another' }]),
          ...webhooks.map((webhook) => ({
            value: webhook.webhookId,
            label: optionOf(webhook, webhooks),
          })),
          ...(mayMake ? toMake : []),
        ]}
        onChange={onChange}
      />
      {format && <AddressField key={format} format={format} />}
    </>
  );
}
