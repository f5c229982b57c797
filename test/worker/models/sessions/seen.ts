import { env } from 'cloudflare:workers';
import type { Model } from './model.ts';

/** How many looks have found what: most rules matter only where several kinds meet. */
export const seen = {
  looks: 0,
  sealed: 0,
  changed: 0,
  uncounted: 0,
  removed: 0,
  tail: 0,
  erased: 0,
  cleared: 0,
  all: 0,
  several: 0,
  parts: 0,
  sums: 0,
  manyTail: 0,
  manyCorrections: 0,
};
type Kind = keyof typeof seen;

/** Counts what a look finds. */
export async function countKinds(model: Model): Promise<void> {
  const waits = `(session_started_at, analytics_session_id) >
    (coalesce((select sealed_at from session_seal), -1), coalesce((select sealed_id from session_seal), ''))`;
  const found = await env.DB.prepare(
    `select (select coalesce(sum(count), 0) from session_blocks where is_removed = 1) as removed,
      (select coalesce(sum(count), 0) from session_blocks where is_removed = 0) as sealed,
      (select count(*) from session_corrections where counted is not null) as changed,
      (select count(*) from session_corrections where counted is null) as uncounted,
      (select count(*) from audience_sessions where ${waits}) as tail,
      (select count(*) > 1 from session_blocks where page_id = '' and is_removed = 0) as several,
      (select coalesce(max(part), 0) from session_blocks) as parts,
      (select count(*) from session_blocks where sums is not null) as sums,
      (select count(*) > 5000 from audience_sessions where ${waits}) as manyTail,
      (select count(*) > 5000 from session_corrections) as manyCorrections`,
  ).first<Record<Exclude<Kind, 'looks' | 'erased' | 'cleared' | 'all'>, number>>();
  if (!found) return;
  seen.looks += 1;
  for (const name of Object.keys(found) as (keyof typeof found)[]) if (found[name] > 0) seen[name] += 1;
  if ([...model.sessions.values()].some(({ erased }) => erased)) seen.erased += 1;
  const { removed, changed, tail, sealed } = found;
  if (removed > 0 && changed > 0 && tail > 0 && sealed > 0) seen.all += 1;
}
