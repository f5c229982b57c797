import { env } from 'cloudflare:workers';

/** The tables that requests fill, by name; without those of FTS5, which follow from others. */
export async function tablesOf(database: D1Database): Promise<string[]> {
  const { results } = await database
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '*_search*' AND name NOT GLOB '_*'
         AND name NOT GLOB 'sqlite_*' AND name NOT IN ('d1_migrations', 'free_mail_domains') ORDER BY name`,
    )
    .all<{ name: string }>();
  return results.map(({ name }) => name);
}

/** A number that SQL computes. */
export const numberOf = (sql: string) => env.DB.prepare(`select (${sql}) as n`).first<number>('n');
