// Without lib/durations.ts: the tracker has these numbers too, and no bytes to spare.

/** How long, in milliseconds, a session may be inactive before it ends. */
export const idleTime = 30 * 60_000;
/** How recent, in milliseconds, the last activity of a session is whose visitor is there now. */
export const presentTime = 5 * 60_000;
/** The longest duration of a session, in milliseconds. The tracker then begins another. */
export const longestSession = 24 * 3_600_000;

/** When a session that is not active again ends. */
export const endOf = ({ sessionStartedAt, activeMs }: { sessionStartedAt: number; activeMs: number }) =>
  sessionStartedAt + activeMs + idleTime;

/** The stored values that give the status of a session. */
interface Lifetime {
  sessionStartedAt: number;
  activeMs: number;
  /** `pending` for a session of the tracker, whose status depends on the time. An imported session has ended. */
  computationStatus: string;
  /** Not null if the session fails when it ends. */
  failure: number | string | null;
}

export type Status = 'pending' | 'completed' | 'failed';

/** A status that a list is asked for. Who was active within five minutes is still pending 25 minutes (`ahead`) later. */
export const wantedStatus = (status: Status | 'active' | null): { status: Status | null; ahead: number } =>
  status === 'active' ? { status: 'pending', ahead: idleTime - presentTime } : { status, ahead: 0 };

/** The status of a session: pending until 30 minutes after its last activity. `statusAt` says the same in SQL. */
export function statusOf(session: Lifetime, now: number): Status {
  if (session.computationStatus === 'pending' && endOf(session) > now) return 'pending';
  return session.failure === null ? 'completed' : 'failed';
}
