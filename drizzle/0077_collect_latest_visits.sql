CREATE TABLE `latest_visits` (
	`kind` text NOT NULL,
	`block` integer NOT NULL,
	`visits` blob NOT NULL,
	`blocks_until` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`kind`, `block`)
) WITHOUT ROWID;
--> statement-breakpoint
-- The latest 500 are the recent ones.
INSERT INTO latest_visits (kind, block, visits, blocks_until)
SELECT 'recent', 0, jsonb('{}'), coalesce((
  SELECT at FROM (
    SELECT latest_visit_at AS at FROM persons WHERE latest_visit_at > 0
    UNION ALL SELECT latest_visit_at FROM accounts WHERE latest_visit_at > 0
  ) ORDER BY at DESC LIMIT 1 OFFSET 500), 0)
WHERE EXISTS (SELECT 1 FROM persons WHERE latest_visit_at > 0) OR EXISTS (SELECT 1 FROM accounts WHERE latest_visit_at > 0);
--> statement-breakpoint
UPDATE latest_visits SET visits = (
  SELECT jsonb_group_object(bucket, visits) FROM (
    SELECT bucket, jsonb_group_object(seq, at) AS visits FROM (
      SELECT 'p' || (seq % 32) AS bucket, seq, latest_visit_at AS at FROM persons
      UNION ALL SELECT 'a' || (seq % 32), seq, latest_visit_at FROM accounts
    ) WHERE at > latest_visits.blocks_until GROUP BY bucket
  )
);
--> statement-breakpoint
INSERT INTO latest_visits (kind, block, visits)
SELECT 'persons', block, jsonb_group_object(bucket, visits) FROM (
  SELECT seq / 512 AS block, 'p' || (seq % 32) AS bucket, jsonb_group_object(seq, latest_visit_at) AS visits FROM persons
  WHERE latest_visit_at BETWEEN 1 AND (SELECT blocks_until FROM latest_visits WHERE kind = 'recent') GROUP BY 1, 2
) GROUP BY block;
--> statement-breakpoint
INSERT INTO latest_visits (kind, block, visits)
SELECT 'accounts', block, jsonb_group_object(bucket, visits) FROM (
  SELECT seq / 512 AS block, 'a' || (seq % 32) AS bucket, jsonb_group_object(seq, latest_visit_at) AS visits FROM accounts
  WHERE latest_visit_at BETWEEN 1 AND (SELECT blocks_until FROM latest_visits WHERE kind = 'recent') GROUP BY 1, 2
) GROUP BY block;
--> statement-breakpoint
DROP INDEX `accounts_visit`;--> statement-breakpoint
DROP INDEX `persons_visit`;
--> statement-breakpoint
-- When there are 1,000 recent ones, and eight for each block, the older half goes to its blocks, each of which is written
-- once. So a visit of a person and an account pays half a row for this at most, and far less in a small workspace.
CREATE TRIGGER latest_visits_collected AFTER UPDATE OF visits ON latest_visits
WHEN new.kind = 'recent' AND length(new.visits) > 24000
  AND length(new.visits) > 192 * (SELECT count(*) FROM latest_visits) BEGIN
  UPDATE latest_visits SET blocks_until = max(blocks_until, (SELECT visit.value FROM json_each(new.visits) AS bucket CROSS JOIN json_each(bucket.value) AS visit
      ORDER BY visit.value LIMIT 1 OFFSET (SELECT count(*) / 2 FROM json_each(new.visits) AS bucket CROSS JOIN json_each(bucket.value) AS visit)))
    WHERE kind = 'recent' AND block = 0;
  INSERT INTO latest_visits (kind, block, visits)
  SELECT CASE substr(bucket, 1, 1) WHEN 'p' THEN 'persons' WHEN 'a' THEN 'accounts' END, block,
    jsonb_group_object(bucket, visits)
  FROM (
    SELECT bucket.key AS bucket, CAST(visit.key AS INTEGER) / 512 AS block,
      jsonb_group_object(visit.key, visit.value) AS visits
    FROM json_each(new.visits) AS bucket CROSS JOIN json_each(bucket.value) AS visit WHERE visit.value <= (SELECT blocks_until FROM latest_visits WHERE kind = 'recent' AND block = 0) GROUP BY 1, 2
  ) GROUP BY 1, 2
  ON CONFLICT (kind, block) DO UPDATE SET visits = jsonb_patch(visits, excluded.visits);
  UPDATE latest_visits SET visits = (SELECT jsonb_group_object(bucket, visits) FROM (
      SELECT bucket.key AS bucket, jsonb_group_object(visit.key, visit.value) AS visits
      FROM json_each(new.visits) AS bucket CROSS JOIN json_each(bucket.value) AS visit WHERE visit.value > (SELECT blocks_until FROM latest_visits WHERE kind = 'recent' AND block = 0) GROUP BY 1))
    WHERE kind = 'recent' AND block = 0;
END;
--> statement-breakpoint
-- Accounts without persons have an index of this order, and nobody visits for them any more.
CREATE TRIGGER accounts_emptied_visit AFTER UPDATE OF linked_persons_count ON accounts
WHEN new.linked_persons_count = 0 AND old.linked_persons_count > 0 BEGIN
  UPDATE accounts SET latest_visit_at = coalesce((SELECT visits FROM latest_visits WHERE kind = 'recent' AND block = 0) ->> ('$.' || 'a' || (new.seq % 32) || '.' || new.seq),
    (SELECT visits ->> ('$.' || 'a' || (new.seq % 32) || '.' || new.seq) FROM latest_visits
      WHERE kind = 'accounts' AND block = new.seq / 512), 0)
    WHERE account_id = new.account_id AND latest_visit_at < coalesce((SELECT visits FROM latest_visits WHERE kind = 'recent' AND block = 0) ->> ('$.' || 'a' || (new.seq % 32) || '.' || new.seq),
    (SELECT visits ->> ('$.' || 'a' || (new.seq % 32) || '.' || new.seq) FROM latest_visits
      WHERE kind = 'accounts' AND block = new.seq / 512), 0);
END;
--> statement-breakpoint
-- A seq may be used again.
CREATE TRIGGER persons_deleted_visits AFTER DELETE ON persons BEGIN
  UPDATE latest_visits SET visits = jsonb_remove(visits, ('$.' || 'p' || (old.seq % 32) || '.' || old.seq))
    WHERE kind = 'recent' AND block = 0 AND visits ->> ('$.' || 'p' || (old.seq % 32) || '.' || old.seq) IS NOT NULL;
  UPDATE latest_visits SET visits = jsonb_remove(visits, ('$.' || 'p' || (old.seq % 32) || '.' || old.seq))
    WHERE kind = 'persons' AND block = old.seq / 512 AND visits ->> ('$.' || 'p' || (old.seq % 32) || '.' || old.seq) IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_deleted_visits AFTER DELETE ON accounts BEGIN
  UPDATE latest_visits SET visits = jsonb_remove(visits, ('$.' || 'a' || (old.seq % 32) || '.' || old.seq))
    WHERE kind = 'recent' AND block = 0 AND visits ->> ('$.' || 'a' || (old.seq % 32) || '.' || old.seq) IS NOT NULL;
  UPDATE latest_visits SET visits = jsonb_remove(visits, ('$.' || 'a' || (old.seq % 32) || '.' || old.seq))
    WHERE kind = 'accounts' AND block = old.seq / 512 AND visits ->> ('$.' || 'a' || (old.seq % 32) || '.' || old.seq) IS NOT NULL;
END;
