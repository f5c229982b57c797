import { lastWeekStart } from '../../kit/timeline.tsx';

/** So many are shown at once, also if they are older. */
const few = 6;

/** What happened since last week began, newest first, or the latest few if that is less. */
export function recentOf<T extends { at: string }>(items: T[], now = new Date()): T[] {
  const since = lastWeekStart(now);
  const recent = items.findIndex(({ at }) => new Date(at) < since);
  return items.slice(0, Math.max(few, recent < 0 ? items.length : recent));
}
