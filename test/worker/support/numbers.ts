import { env } from 'cloudflare:workers';
import { blockOf, factsOf } from '../../../src/analytics/block.ts';
import { unpackInto } from '../../../src/analytics/columns.ts';
import { unpackIds } from '../../../src/analytics/type-ids.ts';
import {
  idsPerPart,
  type ListPart,
  type NumberedColumn,
  numberedColumns,
} from '../../../src/analytics/visitor-lists.ts';
import type { VisitorKind } from '../../../src/analytics/visitors.ts';
import { numberVisitors } from '../../../src/analytics/worker/number.ts';
import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import { newId } from '../../../src/lib/ids.ts';
import { placeOf } from '../../../src/vocabulary/facts.ts';
import { at } from './analytics.ts';
import { storedBlocks } from './blocks.ts';
import { openTestDatabase, send } from './client.ts';
import type { Place } from './places.ts';
import { ok } from './replies.ts';
import { insertSessions } from './sessions.ts';
import { day, later, noon } from './times.ts';

/** Numbers who came in all blocks. Returns how many were looked at. */
export const numberAll = () => numberVisitors(openTestDatabase(), later, { isForced: true });

interface NumberedBlock {
  first_at: number;
  part: number;
  count: number;
  generation: number;
  is_stale: number;
  recipient_account_id: string;
  recipient_person_id: string;
}

const rowsOf = async <T>(table: string) => (await env.DB.prepare(`select * from ${table}`).all<T>()).results;

/** The ids of all lists, as one text. */
export async function listsText(): Promise<string> {
  const parts = await rowsOf<ListPart>('visitor_ids');
  return parts.flatMap(({ ids }) => unpackIds(ids)).join();
}

/**
 * Holds that the numbers of each block that is as it was stand for the ids of its recipients, and that lists have the ids
 * that numbers are of, and how many blocks have each: no others. Returns how many blocks have numbers that are read.
 */
export async function expectExactNumbers(): Promise<number> {
  const parts = await rowsOf<ListPart & { counts: string }>('visitor_ids');
  const numbered = await rowsOf<NumberedBlock>('visitor_numbers');
  const blocks = (await storedBlocks()).filter(({ pageId, isRemoved }) => pageId === '' && isRemoved === 0);
  /** By list and number, the id and its count. */
  const listed = new Map<string, [id: string, count: number]>();
  for (const { generation, kind, part, ids, counts } of parts) {
    const all = unpackIds(ids);
    const countOf = unpackInto(new Float64Array(all.length), counts, all.length);
    for (const [place, id] of all.entries())
      if (/_0{26}$/.test(id)) expect(countOf[place]).toBe(0);
      else listed.set(`${generation} ${kind} ${part * idsPerPart + place + 1}`, [id, countOf[place] ?? 0]);
  }
  const found = new Map<string, number>();
  let read = 0;
  for (const row of numbered) {
    const block = blocks.find(({ firstAt, part }) => firstAt === row.first_at && part === row.part);
    for (const [name, kind] of Object.entries(numberedColumns) as [NumberedColumn, VisitorKind][]) {
      const text = name === 'recipientAccountId' ? row.recipient_account_id : row.recipient_person_id;
      const numbers = [...unpackInto(new Float64Array(row.count), text, row.count)].slice(0, row.count);
      const keys = numbers.map((number) => `${row.generation} ${kind} ${number}`);
      for (const key of new Set(keys)) if (!key.endsWith(' 0')) found.set(key, (found.get(key) ?? 0) + 1);
      if (row.is_stale === 1) continue;
      const facts = block ? factsOf(blockOf(block)) : [];
      const place = placeOf(name);
      expect(keys.map((key) => listed.get(key)?.[0] ?? null)).toEqual(facts.map((one) => one[place] ?? null));
    }
    read += 1 - row.is_stale;
  }
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Array.from(listed, ([key, [, count]]) => [key, count])),
  );
  return read;
}

export const newIds = (kind: VisitorKind, count: number): string[] =>
  Array.from({ length: count }, () => newId(kind));
export const [accounts, persons] = [newIds('account', 40), newIds('person', 900)];

/** The number of a session, in SQL. */
export const nth = 'cast(substr(analytics_session_id, -6) as integer)';
/** Gives each session of a page a recipient, and some none. `where` is SQL. */
export const giveRecipients = ({ pageId }: Pick<Place, 'pageId'>, turn = 0, where = 'true') =>
  env.DB.prepare(
    `update audience_sessions set
      recipient_account_id = iif(${nth} % 11 = 0, null, ?1 ->> ((${nth} + cast(?3 as integer)) % 40)),
      recipient_person_id = iif(${nth} % 11 = 0, null, ?2 ->> ((${nth} + cast(?3 as integer)) * 7 % 900))
    where page_id = ?4 and ${where}`,
  )
    .bind(JSON.stringify(accounts), JSON.stringify(persons), turn, pageId)
    .run();

export const seal = () => sealSessions(openTestDatabase(), later, { isForced: true });

/** Seals three blocks of the workspace, of two days. */
export async function insertBlocks(of: Place): Promise<void> {
  await insertSessions(of, 6000, { start: `${noon} + n * 30000` });
  await giveRecipients(of);
  await seal();
}

/** Answers of who came. */
export const whoCame = () =>
  Promise.all(
    [
      'accounts?limit=100',
      'persons?limit=100&sort=lastVisitAt',
      `accounts?startDate=${at(noon - day)}&endDate=${at(noon + day)}&interval=day`,
    ].map((path) => ok(send('GET', `/v0/analytics/${path}`))),
  );
