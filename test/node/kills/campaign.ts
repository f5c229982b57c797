import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { call } from '../processes.ts';
import type { Service } from './client.ts';

/** Sends rows in calls until each has an answer. A call without one is sent again. */
export async function sendRows(service: Service, path: string, rows: object[], size: number): Promise<void> {
  for (let from = 0; from < rows.length; from += size) {
    for (;;) {
      const { server } = service;
      try {
        const body = { rows: rows.slice(from, from + size) };
        const {
          status,
          text,
          body: answer,
        } = await call<{ results: { status: number }[] }>(server, 'POST', path, body);
        expect(status, text).toBe(200);
        const refused = answer.results.filter((result) => result.status >= 300);
        expect(refused).toEqual([]);
        service.answers += 1;
        break;
      } catch (error) {
        if (!service.isKilled && service.server === server) throw error;
        while (service.isKilled) await sleep(20);
      }
    }
  }
}

/** What a campaign has come to: SQL of one row. */
export const outcome = `SELECT (SELECT count(*) FROM campaign_rows) AS rows, (SELECT rows_count FROM campaigns) AS counted,
  (SELECT count(*) FROM persons) AS persons, (SELECT count(*) FROM audiences) AS audiences,
  (SELECT count(*) FROM page_links WHERE deleted_at IS NULL) AS links,
  (SELECT count(DISTINCT path) FROM page_links WHERE deleted_at IS NULL) AS paths,
  (SELECT count(*) FROM campaign_rows AS r JOIN audience_versions AS v USING (version_id)
    WHERE v.status = 'published' AND v.snapshot ->> '$.metadata.title' = 'Hi ' || (r.sent ->> '$.columns.name')) AS published,
  (SELECT count(*) FROM audience_versions) AS versions`;
