import type { Webhook } from '@footfall/client';
import { SelectField } from '../../kit/field.tsx';
import { AddressField } from '../webhooks/webhook-fields.tsx';
import { receiverOf } from '../webhooks/words.ts';
import { alertLabels, formatToMake, newReceiver } from './values.ts';

/** Channels that can be made along with an alert. */
const toMake = [
  { value: newReceiver('slack'), label: 'A new Slack channel …' },
  { value: newReceiver('teams'), label: 'A new Teams channel …' },
];

/** Where an alert goes if nobody chooses: to a channel that is there, or else to a new one in Slack. */
export function usualReceiver(webhooks: Webhook[]): string {
  const on = webhooks.filter(({ isEnabled }) => isEnabled);
  const first = on.find(({ format }) => format !== 'json') ?? on[0];
  return first?.webhookId ?? newReceiver('slack');
}

export interface ReceiverFieldProps {
  webhooks: Webhook[];
  value: string;
  /** A channel can be made along with it. */
  mayMake: boolean;
  errorOf: (field: string) => string | undefined;
  onChange: (webhookId: string) => void;
}

/** Where an alert goes: a webhook that is there, or a channel whose address is pasted. */
export function ReceiverField({ webhooks, value, mayMake, errorOf, onChange }: ReceiverFieldProps) {
  const format = formatToMake(value);
  const isKnown = format !== undefined || webhooks.some(({ webhookId }) => webhookId === value);
  return (
    <>
      <SelectField
        label={alertLabels.webhookId}
        name="webhookId"
        value={value}
        options={[
          ...(isKnown ? [] : [{ value, label: 'A webhook that is gone: choose another' }]),
          ...webhooks.map((webhook) => ({
            value: webhook.webhookId,
            label: webhook.isEnabled ? receiverOf(webhook) : `${receiverOf(webhook)} (off)`,
          })),
          ...(mayMake ? toMake : []),
        ]}
        error={errorOf('webhookId')}
        onChange={onChange}
      />
      {format && <AddressField key={format} format={format} error={errorOf('url')} />}
    </>
  );
}
