import {
  latestVisitOf,
  pathOf,
  type Visitors,
  visitorPrefixes,
  visitorsPerBlock,
} from '../../people/tables/latest-visits.ts';

const kinds = Object.keys(visitorPrefixes) as Visitors[];

/** The bytes of a person or an account in the row of the recent ones, with a `seq` of eight digits. */
const bytes = 24;

/** SQL that takes what a deleted row has out of a row of the table, if it has anything. */
const remove = (path: string, where: string) =>
  `  UPDATE latest_visits SET visits = jsonb_remove(visits, ${path})
    WHERE ${where} AND visits ->> ${path} IS NOT NULL;`;

const removed = (kind: Visitors) => `CREATE TRIGGER ${kind}_deleted_visits AFTER DELETE ON ${kind} BEGIN
${remove(pathOf(kind, 'old.seq'), "kind = 'recent' AND block = 0")}
${remove(pathOf(kind, 'old.seq'), `kind = '${kind}' AND block = old.seq / ${visitorsPerBlock}`)}
END;`;

const each = 'json_each(new.visits) AS bucket CROSS JOIN json_each(bucket.value) AS visit';
const until = "(SELECT blocks_until FROM latest_visits WHERE kind = 'recent' AND block = 0)";

export default `-- The latest visits of persons and accounts: src/people/tables/latest-visits.ts.

-- When there are 1,000 recent ones, and eight for each block, the older half goes to its blocks, each of which is written
-- once. So a visit of a person and an account pays half a row for this at most, and far less in a small workspace.
CREATE TRIGGER latest_visits_collected AFTER UPDATE OF visits ON latest_visits
WHEN new.kind = 'recent' AND length(new.visits) > ${1000 * bytes}
  AND length(new.visits) > ${8 * bytes} * (SELECT count(*) FROM latest_visits) BEGIN
  UPDATE latest_visits SET blocks_until = max(blocks_until, (SELECT visit.value FROM ${each}
      ORDER BY visit.value LIMIT 1 OFFSET (SELECT count(*) / 2 FROM ${each})))
    WHERE kind = 'recent' AND block = 0;
  INSERT INTO latest_visits (kind, block, visits)
  SELECT CASE substr(bucket, 1, 1) ${kinds.map((kind) => `WHEN '${visitorPrefixes[kind]}' THEN '${kind}'`).join(' ')} END, block,
    jsonb_group_object(bucket, visits)
  FROM (
    SELECT bucket.key AS bucket, CAST(visit.key AS INTEGER) / ${visitorsPerBlock} AS block,
      jsonb_group_object(visit.key, visit.value) AS visits
    FROM ${each} WHERE visit.value <= ${until} GROUP BY 1, 2
  ) GROUP BY 1, 2
  ON CONFLICT (kind, block) DO UPDATE SET visits = jsonb_patch(visits, excluded.visits);
  UPDATE latest_visits SET visits = (SELECT jsonb_group_object(bucket, visits) FROM (
      SELECT bucket.key AS bucket, jsonb_group_object(visit.key, visit.value) AS visits
      FROM ${each} WHERE visit.value > ${until} GROUP BY 1))
    WHERE kind = 'recent' AND block = 0;
END;

-- Accounts without persons have an index of this order, and nobody visits for them any more.
CREATE TRIGGER accounts_emptied_visit AFTER UPDATE OF linked_persons_count ON accounts
WHEN new.linked_persons_count = 0 AND old.linked_persons_count > 0 BEGIN
  UPDATE accounts SET latest_visit_at = ${latestVisitOf('accounts', 'new.seq')}
    WHERE account_id = new.account_id AND latest_visit_at < ${latestVisitOf('accounts', 'new.seq')};
END;

-- A seq may be used again.
${kinds.map(removed).join('\n\n')}
`;
