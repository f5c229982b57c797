import { dayMs } from '../../lib/durations.ts';

/** Why a visit is excluded: it is not a session, and is counted by its reason. */
export const reasons = ['automated', 'bot', 'own', 'refused', 'scanner', 'unknown_page'] as const;
export type Reason = (typeof reasons)[number];

/** A visit of these is excluded. */
export interface LeftOutVisit {
  analyticsSessionId: string;
  pageId: string;
  receivedAt: number;
  /** Null for an excluded visit only if its page does not exist. */
  reason: Reason | null;
}

/** The UTC day of a time, in days since 1970. */
export const dayOf = (milliseconds: number): number => Math.floor(milliseconds / dayMs);
/** The first millisecond of a UTC day. */
export const startOf = (day: number): number => day * dayMs;
