-- Links are counted for each combination of filters that a search may have, so that a search reads its total from one
-- row. An empty text stands for "no filter", and for the fallback domain.

-- A new link also enters the search index: see page-link-search.sql.ts.
CREATE TRIGGER page_links_inserted AFTER INSERT ON page_links BEGIN
  INSERT INTO page_link_search (rowid, text) SELECT seq, text FROM page_link_search_text WHERE seq = new.seq;
  INSERT INTO page_link_counts (tenant_domain_id, target_type, page_id, links)
    VALUES (coalesce(new.tenant_domain_id, ''), '', '', 1),
      (coalesce(new.tenant_domain_id, ''), new.target_type, '', 1),
      (coalesce(new.tenant_domain_id, ''), '', new.page_id, 1),
      (coalesce(new.tenant_domain_id, ''), new.target_type, new.page_id, 1)
    ON CONFLICT DO UPDATE SET links = links + 1;
END;

-- A deleted link keeps its row, but is no longer counted.
CREATE TRIGGER page_links_counted
AFTER UPDATE OF tenant_domain_id, target_type, page_id, deleted_at ON page_links BEGIN
  UPDATE page_link_counts SET links = links - 1
    WHERE old.deleted_at IS NULL AND tenant_domain_id = coalesce(old.tenant_domain_id, '')
      AND target_type IN ('', old.target_type) AND page_id IN ('', old.page_id);
  INSERT INTO page_link_counts (tenant_domain_id, target_type, page_id, links)
    SELECT coalesce(new.tenant_domain_id, ''), type, page, 1
    FROM (SELECT '' AS type UNION ALL SELECT new.target_type), (SELECT '' AS page UNION ALL SELECT new.page_id)
    WHERE new.deleted_at IS NULL
    ON CONFLICT DO UPDATE SET links = links + 1;
END;
