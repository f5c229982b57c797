DROP TRIGGER IF EXISTS sample_data_removed;
--> statement-breakpoint
-- What somebody has made of it goes too: links to its pages, logs of its persons. What is theirs alone stays.
CREATE TRIGGER sample_data_removed INSTEAD OF DELETE ON sample_data BEGIN
  UPDATE event_listeners SET type = '-' || type;
  UPDATE alerts SET type = '-' || type WHERE on_after IS NOT NULL;
  INSERT INTO session_seal (id, sealed_at, sealed_id, revision)
  SELECT 1, -1, '', 1 WHERE (SELECT count(*) FROM (SELECT 1 FROM audience_sessions LIMIT 500)) = 500
    OR EXISTS (SELECT 1 FROM session_seal WHERE id = 1)
  ON CONFLICT (id) DO UPDATE SET revision = revision + 1;
  UPDATE session_seal SET sealed_at = -1, sealed_id = '', numbered_at = -1
  WHERE id = 1 AND EXISTS (SELECT 1 FROM session_blocks WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez');
  DELETE FROM session_blocks WHERE is_removed = 0 AND EXISTS (SELECT 1 FROM session_seal WHERE id = 1 AND sealed_at = -1);
  DELETE FROM session_corrections WHERE EXISTS (SELECT 1 FROM session_seal WHERE id = 1 AND sealed_at = -1);
  UPDATE latest_visits SET visits = jsonb_patch(visits, (SELECT jsonb_group_object(bucket, gone) FROM (
    SELECT bucket, jsonb_group_object(seq, NULL) AS gone FROM seen_last_in_sample_data AS seen
    WHERE seen.kind = latest_visits.kind AND seq / 512 = block GROUP BY bucket)))
  WHERE (kind, block) IN (SELECT kind, seq / 512 FROM seen_last_in_sample_data);
  UPDATE latest_visits SET visits = jsonb_patch(visits, (SELECT jsonb_group_object(bucket, moved) FROM (
    SELECT bucket, jsonb_group_object(seq, at) AS moved FROM (
      SELECT max(bucket) AS bucket, max(seq) AS seq, max(at) AS at FROM (
        SELECT id, bucket, seq, NULL AS at FROM seen_last_in_sample_data
        UNION ALL SELECT visitor.value, NULL, NULL, min(session_started_at, unixepoch() * 1000)
        FROM audience_sessions AS visit CROSS JOIN json_each(json_array(recipient_person_id, visit.person_id, recipient_account_id, visit.account_id)) AS visitor
        WHERE NOT (visit.page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez') AND visitor.value IN (SELECT id FROM seen_last_in_sample_data)
      ) GROUP BY id
    ) GROUP BY bucket)))
  WHERE kind = 'recent' AND block = 0 AND EXISTS (SELECT 1 FROM seen_last_in_sample_data);
  UPDATE accounts SET latest_visit_at = coalesce((SELECT visits FROM latest_visits WHERE kind = 'recent' AND block = 0) ->> ('$.' || 'a' || (seq % 32) || '.' || seq),
    (SELECT visits ->> ('$.' || 'a' || (seq % 32) || '.' || seq) FROM latest_visits
      WHERE kind = 'accounts' AND block = seq / 512), 0)
  WHERE account_id IN (SELECT visitor.value FROM sample_data AS old CROSS JOIN audience_sessions AS visit ON visit.page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez' CROSS JOIN json_each(json_array(recipient_person_id, visit.person_id, recipient_account_id, visit.account_id)) AS visitor)
    AND linked_persons_count = 0 AND latest_visit_at > coalesce((SELECT visits FROM latest_visits WHERE kind = 'recent' AND block = 0) ->> ('$.' || 'a' || (seq % 32) || '.' || seq),
    (SELECT visits ->> ('$.' || 'a' || (seq % 32) || '.' || seq) FROM latest_visits
      WHERE kind = 'accounts' AND block = seq / 512), 0);
  DELETE FROM campaign_rows WHERE campaign_id IN (SELECT campaign_id FROM campaigns WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez');
  DELETE FROM campaign_waiting_rows WHERE campaign_id IN (SELECT campaign_id FROM campaigns WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez');
  DELETE FROM campaigns WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM campaign_rows WHERE person_id BETWEEN 'person_' || old.id_time || 'e00samp1e' AND 'person_' || old.id_time || 'e00samp1ez' AND campaign_id IN (SELECT campaign_id FROM campaigns
    WHERE page_id IN (SELECT page_id FROM audiences WHERE person_id BETWEEN 'person_' || old.id_time || 'e00samp1e' AND 'person_' || old.id_time || 'e00samp1ez'));
  DELETE FROM audience_sessions WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM left_out_visits WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM left_out_counts WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM found_fields WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM annotations WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM given_up WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM experiment_units WHERE experiment_id IN (SELECT experiment_id FROM experiments WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez');
  DELETE FROM experiments WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  UPDATE page_links SET deleted_at = created_at WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez' AND deleted_at IS NULL;
  INSERT INTO page_link_search (page_link_search, rowid, text)
  SELECT 'delete', seq, '' FROM page_links WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM page_links WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM page_link_counts WHERE links = 0;
  DELETE FROM publishes WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM audience_versions WHERE audience_id IN (SELECT audience_id FROM audiences WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez');
  DELETE FROM audience_names WHERE audience_id IN (SELECT audience_id FROM audiences WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez');
  DELETE FROM audiences WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  UPDATE counters SET value = value - (SELECT count(*) FROM pages WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez') WHERE name = 'pages';
  DELETE FROM pages WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  UPDATE audience_sessions SET recipient_person_id = NULL, recipient_account_id = NULL
  WHERE analytics_session_id IN (SELECT visit.analytics_session_id
    FROM audiences CROSS JOIN audience_sessions AS visit ON visit.page_id = audiences.page_id
    WHERE audiences.person_id BETWEEN 'person_' || old.id_time || 'e00samp1e' AND 'person_' || old.id_time || 'e00samp1ez' AND visit.audience_id = audiences.audience_id)
    AND recipient_person_id IS NOT NULL;
  UPDATE audiences SET person_id = NULL, revision = revision + 1 WHERE person_id BETWEEN 'person_' || old.id_time || 'e00samp1e' AND 'person_' || old.id_time || 'e00samp1ez';
  DELETE FROM service_notes WHERE name = 'sample';
  DELETE FROM persons WHERE person_id BETWEEN 'person_' || old.id_time || 'e00samp1e' AND 'person_' || old.id_time || 'e00samp1ez';
  DELETE FROM erasures WHERE person_id BETWEEN 'person_' || old.id_time || 'e00samp1e' AND 'person_' || old.id_time || 'e00samp1ez';
  DELETE FROM erased_audiences WHERE page_id BETWEEN 'page_' || old.id_time || 'e00samp1e' AND 'page_' || old.id_time || 'e00samp1ez';
  DELETE FROM accounts WHERE account_id BETWEEN 'account_' || old.id_time || 'e00samp1e' AND 'account_' || old.id_time || 'e00samp1ez' AND linked_persons_count = 0;
  UPDATE accounts SET activity_ahead = 0, latest_activity_at = max(
    coalesce((SELECT min(created_at) FROM persons WHERE account_domain = accounts.domain), 0),
    coalesce((SELECT max(happened_at) FROM persons CROSS JOIN person_logs AS log ON log.person_id = persons.person_id
      WHERE account_domain = accounts.domain), 0),
    coalesce((SELECT max(happened_at) FROM account_logs WHERE account_id = accounts.account_id), 0))
  WHERE account_id BETWEEN 'account_' || old.id_time || 'e00samp1e' AND 'account_' || old.id_time || 'e00samp1ez';
  DELETE FROM account_logs WHERE account_id BETWEEN 'account_' || old.id_time || 'e00samp1e' AND 'account_' || old.id_time || 'e00samp1ez' AND account_id NOT IN (SELECT account_id FROM accounts);
  DELETE FROM account_log_counts WHERE account_id BETWEEN 'account_' || old.id_time || 'e00samp1e' AND 'account_' || old.id_time || 'e00samp1ez' AND account_id NOT IN (SELECT account_id FROM accounts);
  DELETE FROM latest_visits WHERE kind = 'recent' AND block = 0 AND blocks_until = 0
    AND NOT EXISTS (SELECT 1 FROM json_each(visits) AS bucket CROSS JOIN json_each(bucket.value));
  UPDATE alerts SET type = substr(type, 2) WHERE on_after IS NOT NULL;
  UPDATE event_listeners SET type = substr(type, 2);
END;
