import { env } from 'cloudflare:workers';
import { databaseAround } from './faults.ts';

/** What D1 does: it answers, says nothing, or fails. */
export type Health = 'well' | 'hangs' | 'fails';

/** The real database, as an isolate finds it that has just started. `health` says what the next batch meets. */
export function illDatabase(
  health: () => Health,
  binding = env.DB,
  during: <T>(work: Promise<T>) => Promise<T> = (work) => work,
) {
  const state = { asked: 0 };
  const database = databaseAround((send) => {
    state.asked += 1;
    const now = health();
    if (now === 'well') return during(send());
    if (now === 'hangs') return new Promise(() => {});
    return Promise.reject(new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.'));
  }, binding);
  return { state, database };
}
