import type { Webhook } from '@footfall/client';
import { receiverAmong, stateOf } from './words.ts';

/** What a webhook is called among others, and that it does not work, if so. */
export function ReceiverName({ webhook, among }: { webhook: Webhook; among: Webhook[] }) {
  const { tone, badge } = stateOf(webhook);
  return (
    <>
      {receiverAmong(webhook, among)} {tone !== 'good' && <span class={`badge badge-${tone}`}>{badge}</span>}
    </>
  );
}
