import type { Webhook } from '@footfall/client';
import { receiverOf, stateOf } from './words.ts';

/** What a webhook is called, and that it does not work, if so. */
export function ReceiverName({ webhook }: { webhook: Webhook }) {
  const { tone, badge } = stateOf(webhook);
  return (
    <>
      {receiverOf(webhook)} {tone !== 'good' && <span class={`badge badge-${tone}`}>{badge}</span>}
    </>
  );
}
