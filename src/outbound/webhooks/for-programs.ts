import type { EventType } from '../../vocabulary/events.ts';

/** Types that a channel cannot have: a message for each visit, and whoever has a public key can send visits. */
export const isForPrograms = (name: EventType): boolean => name.startsWith('session.');
/** Why a channel cannot have a type. */
export const forPrograms: string =
  'must not be sent to a channel: it would be a message for each visit, and anyone can send visits';
