import { createHmac, timingSafeEqual } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { secrets } from '../../../db/tables/service.ts';
import { hourMs } from '../../../lib/durations.ts';
import { FootfallError, orThrow } from '../../../lib/errors.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import { frozenContent } from '../../tables/frozen.ts';
import { audiences, audienceVersions } from '../../tables/pages.ts';
import { contentOf, type Frozen } from '../content.ts';
import type { Preview } from '../schemas.ts';
import { type AudiencePath, audienceOrThrow, selectState } from './internal.ts';
import { latestOf } from './versions.ts';

/** How long a preview can be opened, in milliseconds. */
const previewLasts = hourMs;

/** What the token of a preview says, signed or not. */
interface PreviewClaim {
  audienceId: string;
  expiresAt: number;
  signature: string;
}

const prefix = 'audience_';
const tokenPattern = /^([0-9a-z]{26})\.(\d{13})\.([\w-]{43})$/;

/** HMAC-SHA-256 of what a token says, with the secret of the database. */
const signatureOf = (secret: string, { audienceId, expiresAt }: Omit<PreviewClaim, 'signature'>): Buffer =>
  createHmac('sha256', secret).update(`preview:${audienceId}:${expiresAt}`).digest();

/** The token with which the next words of an audience can be seen until a time. */
function previewToken(secret: string, of: Omit<PreviewClaim, 'signature'>): string {
  const signature = signatureOf(secret, of).toString('base64url');
  return `${of.audienceId.slice(prefix.length)}.${of.expiresAt}.${signature}`;
}

/** What a text says as a token, or undefined if it is not one. Anybody can make such a text. */
export function claimIn(token: string): PreviewClaim | undefined {
  const [, id, expiresAt, signature] = tokenPattern.exec(token) ?? [];
  if (!id || !signature) return undefined;
  return { audienceId: `${prefix}${id}`, expiresAt: Number(expiresAt), signature };
}

/** Whether this database has signed the claim. */
function isSigned(secret: string, claim: PreviewClaim): boolean {
  const signature = Buffer.from(claim.signature, 'base64url');
  const expected = signatureOf(secret, claim);
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

/** Selects the secret that signs previews. */
const selectSecret = statement((_: object) =>
  build.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, 'previews')),
);
const secretOrThrow = orThrow('database_not_migrated', 'The database lacks the secret of its previews.');

/** Makes a preview of an audience's next words. Throws `page_not_found`, `audience_not_found`, `audience_archived`. */
export async function createPreview(db: Database, path: AudiencePath): Promise<Preview> {
  const [[page], [state], [secret]] = await db.batch([selectPage(path), selectState(path), selectSecret({})]);
  pageOrThrow(page);
  const { archivedAt } = audienceOrThrow(state);
  const { audienceId } = path;
  if (archivedAt !== null) {
    throw new FootfallError('audience_archived', `${audienceId} is archived.`, {
      field: 'audienceId',
      conflictingId: audienceId,
    });
  }
  const expiresAt = Date.now() + previewLasts;
  const token = previewToken(secretOrThrow(secret).value, { audienceId, expiresAt });
  return { token, expiresAt: toTimestamp(expiresAt) };
}

/** Selects what a publish would make live now: what was frozen for a version in flight, or else the rows of now. */
const selectNext = statement(({ audienceId }: { audienceId: Param<string> }) =>
  build
    .select({
      audienceId: audiences.audienceId,
      personId: audiences.personId,
      archivedAt: audiences.archivedAt,
      versionId: audienceVersions.versionId,
      versionNumber: audienceVersions.versionNumber,
      content: sql<string>`coalesce(${audienceVersions.frozen}, ${frozenContent(eq(audiences.audienceId, audienceId))})`,
    })
    .from(audienceVersions)
    .innerJoin(audiences, eq(audiences.audienceId, audienceVersions.audienceId))
    .where(latestOf(audienceId)),
);

/** Selects what a claim would show, and whether it is signed, within a batch. */
export const selectPreviewed = (claim: PreviewClaim) =>
  [selectNext({ audienceId: claim.audienceId }), selectSecret({})] as const;
type NextRow = NonNullable<ReturnType<typeof selectNext>['row']>;

/** The words that a claim shows. Undefined unless this database signed it for the audience, which is not archived. */
export function previewedIn(
  claim: PreviewClaim,
  [next]: NextRow[],
  [secret]: { value: string }[],
  visited: string | null,
) {
  if (!isSigned(secretOrThrow(secret).value, claim) || !next) return undefined;
  const { archivedAt, content, ...shown } = next;
  if (archivedAt !== null || shown.audienceId !== visited) return undefined;
  return { source: 'audience' as const, ...shown, content: contentOf(JSON.parse(content) as Frozen) };
}
