import { and, eq, isNull } from 'drizzle-orm';
import { claimIn, previewedIn, selectPreviewed } from '../../../content/audiences/store/preview.ts';
import { isLive } from '../../../content/audiences/store/versions.ts';
import { experiments } from '../../../content/tables/experiments.ts';
import { audiences, audienceVersions, pages } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { pageLinks } from '../../tables/page-links.ts';
import type { PageLinkResolution } from '../resolve-schemas.ts';
import { type Asked, lookFor, pathsOf } from './find.ts';
import { onDomain } from './requirements.ts';
import { etagOf, type Found, isRunning, linkOf, servedColumns, servedOf, testOf } from './served.ts';

/** Without `tenantDomainId` it is on the fallback subdomain. */
interface Place {
  path: string;
  tenantDomainId?: string | undefined;
}

/** Selects the live link of a path and its content: the snapshot or, if there is none, the page. */
const selectVisit = statement(
  ({ path, tenantDomainId }: { path: Param<string>; tenantDomainId: Param<string> | undefined }) =>
    build
      .select(servedColumns)
      .from(pageLinks)
      .leftJoin(audiences, and(eq(audiences.audienceId, pageLinks.audienceId), isNull(audiences.archivedAt)))
      .leftJoin(audienceVersions, isLive(audiences.audienceId))
      .leftJoin(experiments, isRunning)
      // Only the columns that the answer shows are read.
      .leftJoin(pages, and(eq(pages.pageId, pageLinks.pageId), isNull(audienceVersions.snapshot)))
      .where(and(onDomain(tenantDomainId), eq(pageLinks.path, path), isNull(pageLinks.deletedAt))),
);

/** Selects the link of a path and, if it may be pasted from a sentence, the one without its end. */
const selectVisits = ({ path, tenantDomainId }: Place) => {
  const [own, other] = pathsOf(path).map((path) => selectVisit({ path, tenantDomainId }));
  return [own, other] as const;
};

/** What a visitor gets before an arm of its test is chosen, with its entity tag, and whether the link was made for one person. */
export interface Resolved extends Tagged<PageLinkResolution> {
  isPersonal: boolean;
}
function resolved(row: Found): Resolved {
  const experiment = testOf(row);
  return {
    value: { ...linkOf(row), ...servedOf(row), preview: null, experiment },
    etag: etagOf(row, experiment),
    isPersonal: row.personId !== null,
  };
}

/** The content that a visitor of this path or address gets; undefined if nobody has it. */
export async function resolvePageLink(db: Database, asked: Asked): Promise<Resolved | undefined> {
  if ('url' in asked) return (await resolveEach(db, [asked]))[0];
  const [[own], [other] = []] = await db.batch(selectVisits(asked));
  const row = own ?? other;
  return row && resolved(row);
}

/** The content that visitors of these paths or addresses get, in order; undefined where nothing is. One round trip. */
export async function resolveEach(db: Database, asked: Asked[]): Promise<(Resolved | undefined)[]> {
  const { statements, found } = lookFor(asked);
  return found(await db.batch(statements)).map((row) => row && resolved(row));
}

/** What the token of a preview shows, or what all visitors get without a right one; undefined if nobody has it. */
export async function resolvePreview(
  db: Database,
  asked: Asked,
  preview: string,
): Promise<Omit<Resolved, 'etag'> | undefined> {
  const claim = claimIn(preview);
  const [previewed, secret] = claim ? selectPreviewed(claim) : [];
  const { statements, found } = lookFor([asked]);
  const [a, b, c, d, next = [], signed = []] = await db.batch([...statements, previewed, secret]);
  const [row] = found([a, b, c, d]);
  if (!row) return undefined;
  const isPersonal = row.personId !== null;
  const shown = claim && previewedIn(claim, next, signed, row.audienceId);
  const expiresAt = shown ? toTimestamp(claim.expiresAt) : null;
  if (!shown || claim.expiresAt <= Date.now()) {
    const status = shown ? 'ended' : 'unknown';
    return {
      value: { ...linkOf(row), ...servedOf(row), preview: { status, expiresAt }, experiment: null },
      isPersonal,
    };
  }
  return {
    value: { ...linkOf(row), ...shown, preview: { status: 'shown', expiresAt }, experiment: null },
    isPersonal,
  };
}
