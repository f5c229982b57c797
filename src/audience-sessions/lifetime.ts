/** How long, in milliseconds, a session waits for more activity before it is closed. */
export const idleTime = 30 * 60_000;

/** The time, in milliseconds since 1970, before which sessions are removed; `days` as configured, none for never. */
export function retentionStart(days: string, now: number): number {
  const value = Number(days);
  return days.trim() === '' || !Number.isFinite(value) ? 0 : now - value * 86_400_000;
}
