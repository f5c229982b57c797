import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { insertWritesWhere } from '../../../people/logs/store/create.ts';
import { planAgain } from '../../intake/plan.ts';
import { exclude, keyedOf, writeEvents } from '../../intake/store/internal.ts';
import { wholeMapping } from '../../sources/mapping.ts';
import { providerOf } from '../../sources/providers.ts';
import { sourceRecord } from '../../sources/store/sources.ts';
import { keptDeliveries } from '../../tables/sources.ts';
import { mostMapped } from '../limits.ts';
import type { KeptMap, KeptMapped } from '../schemas.ts';
import { deliveryIdIn, selectKeeping } from './kept.ts';

/** Those are mapped at once whose bodies before them have fewer bytes: one more has up to 256 KiB. */
const mostBytes = 1_000_000;

const { sourceId: ofSource, keptId: idOf } = keptDeliveries;
const number = (value: number) => sql.raw(String(value));

interface Next {
  sourceId: Param<string>;
  /** A JSON array. */
  keptIds: Param<string> | undefined;
  after: Param<string> | undefined;
}

/** The next kept deliveries, and one more. Those that are too many, or too large together, have no body. */
const selectNext = statement(({ sourceId, keptIds, after }: Next) => {
  const next = build
    .select({ id: sql`${idOf}`, bytes: sql`octet_length(${keptDeliveries.body})` })
    .from(keptDeliveries)
    .where(
      and(
        eq(ofSource, sourceId),
        after && gt(idOf, after),
        keptIds && sql`${idOf} in (select value from json_each(${keptIds}))`,
      ),
    )
    .orderBy(asc(idOf))
    .limit(mostMapped + 1);
  const sized = sql`(select id, row_number() over (order by id) as place, sum(bytes) over (order by id) - bytes as before
    from ${next} as next)`;
  const isNow = sql`sized.place <= ${number(mostMapped)} and sized.before < ${number(mostBytes)}`;
  return build
    .select({
      sourceId: ofSource,
      keptId: idOf,
      deliveryKey: keptDeliveries.deliveryKey,
      type: keptDeliveries.type,
      receivedAt: keptDeliveries.receivedAt,
      text: sql<string | null>`iif(${isNow}, ${keptDeliveries.body}, null)`,
    })
    .from(sql`${sized} as sized cross join ${keptDeliveries}`)
    .where(eq(idOf, sql`sized.id`))
    .orderBy(sql`sized.place`);
});

/** Writes the logs of what is kept still: it may have been erased, deleted or mapped since it was read. */
const insertKept = statement(({ items, sourceId }: { items: Param<string>; sourceId: Param<string> }) => {
  const hash = sql`(value -> 'write' ->> 'keyHash')`;
  const isKept = existsIn(keptDeliveries, and(eq(ofSource, sourceId), eq(keptDeliveries.keyHash, hash)));
  return insertWritesWhere(items, isKept);
});

/**
 * Maps kept deliveries of a source by its mapping of now: those with these ids, or all, the oldest first and up to 50. It
 * reads them, and then writes logs and takes out what fits in one batch, each once. Throws `source_not_found`.
 */
export async function mapKept(
  db: Database,
  sourceId: string,
  { keptIds, after }: KeptMap,
): Promise<KeptMapped> {
  const [[found], rows] = await db.batch([
    selectKeeping({ sourceId }),
    selectNext({ sourceId, keptIds: keptIds && JSON.stringify(keptIds), after }),
  ]);
  const source = sourceRecord.orThrow(found);
  const mapping = wholeMapping(providerOf(source.provider).mapping, source.mapping);
  const now = Date.now();
  const taken = rows.flatMap(({ text, ...row }) => {
    if (text === null) return [];
    const event = planAgain({ ...row, text, deliveryId: deliveryIdIn(row) }, mapping, now);
    return [keyedOf(sourceId, event, row.keptId)];
  });
  const next = (taken.length < rows.length && taken.at(-1)?.keptId) || null;
  const fitting = taken.filter(({ event }) => event.outcome !== 'kept');
  const written =
    fitting.length === 0
      ? undefined
      : await writeEvents(db, { sourceId, name: source.name }, fitting, {
          now,
          isLater: true,
          behind: [selectKeeping({ sourceId }), exclude(sourceId, fitting, now)],
          insert: ({ items }) => insertKept({ items, sourceId }),
        });
  const [rest] = written ? (written.found[0] as (typeof source)[]) : [source];
  const outcomes = taken.flatMap((one): KeptMapped['outcomes'] => {
    const { type, outcome, reason } = one.event;
    const of = { keptId: one.keptId, type, outcome, reason, personId: null, personLogId: null };
    if (of.outcome !== 'logged') return [of];
    const logged = written?.loggedOf(one);
    return logged ? [{ ...of, ...logged }] : [];
  });
  return { outcomes, remaining: sourceRecord.orThrow(rest).keptCount, next };
}
