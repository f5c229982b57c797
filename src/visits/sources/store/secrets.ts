import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import type { WriteParams } from '../../../db/conditional-write.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { validationError } from '../../../lib/errors.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import { sourceSecrets, sources } from '../../tables/sources.ts';
import { providerIds, providerOf } from '../providers.ts';
import type { SourceSecretSet } from '../schemas.ts';
import { type SourceRecord, sourceRecord } from './sources.ts';

interface SecretParams {
  sourceId: Param<string>;
  secret: Param<string>;
  now: Param<number>;
  previousUntil: Param<number>;
  /** A JSON array of the providers whose secrets look like this one. */
  fitting: Param<string>;
}

const fits = (fitting: Param<string>) =>
  inArray(sources.provider, sql`(select value from json_each(${fitting}))`);

// A retry finds its own secret, and changes nothing.
const replaceSecret = statement(({ sourceId, secret, now, previousUntil, fitting }: SecretParams) =>
  build
    .insert(sourceSecrets)
    .select(
      sql`select ${sourceId}, ${secret}, ${now}, null, null
        where ${existsIn(sources, and(sourceRecord.isLive(sourceId), fits(fitting)))}`,
    )
    .onConflictDoUpdate({
      target: sourceSecrets.sourceId,
      set: {
        previous: sql`${sourceSecrets.secret}`,
        previousUntil: sql`${previousUntil}`,
        secret: sql`excluded.secret`,
        setAt: sql`excluded.set_at`,
      },
      setWhere: sql`${sourceSecrets.secret} <> excluded.secret`,
    }),
);

const touch = statement(
  ({ sourceId, fitting, write }: Pick<SecretParams, 'sourceId' | 'fitting'> & { write: WriteParams }) =>
    sourceRecord.revise(sourceId, write, { author: sql`${sources.author}` }, fits(fitting)),
);

const unfitting =
  'must look as the secrets of the provider do: whsec_ and what follows for Stripe, whsec_ and base64 for Standard Webhooks, 8 to 200 characters without spaces for others';

/** Gives a source a secret; the one before is valid for `overlapSeconds` more. Throws `source_not_found`. */
export function setSecret(
  db: Database,
  sourceId: string,
  { secret, overlapSeconds }: SourceSecretSet,
  ifMatch: IfMatch = undefined,
): Promise<Tagged<SourceRecord>> {
  const fitting = JSON.stringify(providerIds.filter((id) => providerOf(id).isSecret(secret)));
  return sourceRecord.write(db, sourceId, { secret }, ifMatch, {
    write: (write) => touch({ sourceId, fitting, write }),
    also: ({ now }) =>
      replaceSecret({ sourceId, secret, now, previousUntil: now + overlapSeconds * 1000, fitting }),
    refuse: () => {
      throw validationError([{ in: 'body', path: 'secret', code: 'invalid_format', message: unfitting }]);
    },
  });
}

/** What verifies and maps deliveries of a source. */
export interface Verifier {
  sourceId: string;
  provider: (typeof sources.$inferSelect)['provider'];
  name: string;
  mapping: (typeof sources.$inferSelect)['mapping'];
  secret: string | null;
  previous: string | null;
  previousUntil: number | null;
}

const selectVerifier = statement(({ sourceId }: { sourceId: Param<string> }) =>
  build
    .select({
      sourceId: sources.sourceId,
      provider: sources.provider,
      name: sources.name,
      mapping: sources.mapping,
      secret: sourceSecrets.secret,
      previous: sourceSecrets.previous,
      previousUntil: sourceSecrets.previousUntil,
    })
    .from(sources)
    .leftJoin(sourceSecrets, eq(sourceSecrets.sourceId, sources.sourceId))
    .where(sourceRecord.isLive(sourceId)),
);

/** What verifies deliveries of a live source, if there is one. Reads two rows. */
export async function findVerifier(db: Database, sourceId: string): Promise<Verifier | undefined> {
  const [[row]] = await db.batch([selectVerifier({ sourceId })]);
  return row;
}

/** The secrets that are valid, the newest first. None of a source without a secret. */
export const validSecrets = ({ secret, previous, previousUntil }: Verifier, now: number): string[] => [
  ...(secret === null ? [] : [secret]),
  ...(previous !== null && previousUntil !== null && now < previousUntil ? [previous] : []),
];
