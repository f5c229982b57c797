import type { AudienceSession } from '@footfall/client';

/** The most important thing that a visitor did, in a word. */
export function Outcome({ visit }: { visit: AudienceSession }) {
  if (visit.hasConversion) return <span class="badge badge-good">Converted</span>;
  if (visit.hasFormSubmit) return <span class="badge badge-accent">Sent a form</span>;
  if (visit.computationStatus === 'failed') return <span class="badge badge-bad">Failed</span>;
  if (visit.computationStatus === 'pending') return <span class="badge badge-warn">Now</span>;
  return <span class="badge">{visit.isBounce ? 'Bounced' : 'Visited'}</span>;
}
