import { sumBy } from 'es-toolkit/math';
import {
  type Audience,
  type Footfall,
  listAudiences,
  listAudienceVersions,
  listPages,
  paginate,
} from '#footfall/client';
import type { Databases } from '../../scripts/d1/sql.ts';
import { day, hour } from '../data/time.ts';
import { pathOf } from './audiences.ts';

/** For so long, in milliseconds, visitors get a version before the next one goes live. */
const lifetime = 14 * day;
/** The live versions of all audiences went live within so many days. */
const spread = 60;

/** How long ago, in milliseconds, the end of the first lifetime of an audience's live version was. */
function phaseOf({ personRouteKey, customName }: Audience): number {
  const name = personRouteKey ?? customName ?? '';
  return (sumBy([...name], (letter) => 7 * (letter.codePointAt(0) ?? 0)) % spread) * day;
}

/** The version that was live so many milliseconds ago, of those that visitors have got: the live one first. */
export const liveBefore = (audience: Audience, versions: string[], ms: number): string | null => {
  const nth = Math.max(Math.floor((ms - phaseOf(audience)) / lifetime), 0);
  return versions[Math.min(nth, versions.length - 1)] ?? null;
};

/** The versions of an audience that visitors have got, the live one first. */
export const shownVersions = async (client: Footfall, audience: Audience) =>
  (await Array.fromAsync(paginate(listAudienceVersions, { client, path: pathOf(audience) }))).filter(
    ({ publishedAt }) => publishedAt !== null,
  );

/** Spreads what was just published over the months before. The API publishes now. */
export async function backdatePublishes(client: Footfall, { run }: Databases, now: number): Promise<void> {
  const pages = await Array.fromAsync(paginate(listPages, { client }));
  for (const { pageId } of pages) {
    for await (const audience of paginate(listAudiences, { client, path: { page_id: pageId } })) {
      const versions = await shownVersions(client, audience);
      if (versions.some(({ publishedAt }) => Date.parse(publishedAt ?? '') < now - hour)) continue;
      const liveAt = (nth: number) => now - phaseOf(audience) - (nth + 1) * lifetime;
      const statements = versions.flatMap(({ versionId }, nth) => [
        {
          text: `update audience_versions set created_at = ?1, became_draft_at = ?1, queued_at = ?1, processing_at = ?1,
            published_at = ?1, obsolete_at = iif(obsolete_at is null, null, ?3),
            archived_at = iif(archived_at is null, null, ?3) where version_id = ?2`,
          params: [liveAt(nth), versionId, liveAt(nth - 1)],
          decoders: [],
        },
        {
          text: 'update publishes set published_at = ?1 where version_id = ?2',
          params: [liveAt(nth), versionId],
          decoders: [],
        },
      ]);
      if (statements.length > 0) await run('DB', statements);
    }
  }
}
