-- What follows from a row of the content side is kept by triggers, as in 0001: counters, the revisions that
-- ETags show, and the search index of page links.
INSERT INTO counters (name, value) VALUES ('pages', 0), ('tenant_domains', 0), ('topics', 0);
--> statement-breakpoint
CREATE TRIGGER pages_inserted AFTER INSERT ON pages BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'pages';
END;
--> statement-breakpoint
CREATE TRIGGER audiences_inserted AFTER INSERT ON audiences BEGIN
  UPDATE pages SET audiences_count = audiences_count + 1 WHERE page_id = new.page_id;
END;
--> statement-breakpoint
-- An audience shows its versions, so that their changes are its own.
CREATE TRIGGER audience_versions_inserted AFTER INSERT ON audience_versions BEGIN
  UPDATE audiences SET revision = revision + 1 WHERE audience_id = new.audience_id;
END;
--> statement-breakpoint
CREATE TRIGGER audience_versions_updated
AFTER UPDATE OF status, supplementary_context ON audience_versions BEGIN
  UPDATE audiences SET revision = revision + 1 WHERE audience_id = new.audience_id;
END;
--> statement-breakpoint
-- An audience shows the name of its person.
CREATE TRIGGER persons_renamed AFTER UPDATE OF name ON persons WHEN old.name <> new.name BEGIN
  UPDATE audiences SET revision = revision + 1 WHERE person_id = new.person_id;
END;
--> statement-breakpoint
-- An audience of a person who is erased stays, as one of nobody.
CREATE TRIGGER persons_deleted_audiences AFTER DELETE ON persons BEGIN
  UPDATE audiences SET person_id = NULL, revision = revision + 1 WHERE person_id = old.person_id;
END;
--> statement-breakpoint
CREATE TRIGGER tenant_domains_inserted AFTER INSERT ON tenant_domains BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'tenant_domains';
END;
--> statement-breakpoint
-- Trigrams of search_path, which is folded already: see src/page-links/path.ts. Behind it one trigram each that
-- narrows a search to a domain, a type and a page: see src/page-links/search-store.ts, which then looks at the
-- link itself. A deleted link has no text, so that nothing finds it.
CREATE VIEW page_link_search_text AS
SELECT seq, iif(deleted_at IS NULL, search_path
  || char(3) || coalesce(substr(tenant_domain_id, -2), '--')
  || char(4) || substr(target_type, 1, 2)
  || char(5) || substr(page_id, -2), '') AS text
FROM page_links;
--> statement-breakpoint
CREATE VIRTUAL TABLE page_link_search USING fts5 (
  text, content = 'page_link_search_text', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1'
);
--> statement-breakpoint
CREATE TRIGGER page_links_inserted AFTER INSERT ON page_links BEGIN
  INSERT INTO page_link_search (rowid, text) SELECT seq, text FROM page_link_search_text WHERE seq = new.seq;
  INSERT INTO page_link_counts (tenant_domain_id, target_type, page_id, links)
    VALUES (coalesce(new.tenant_domain_id, ''), '', '', 1),
      (coalesce(new.tenant_domain_id, ''), new.target_type, '', 1),
      (coalesce(new.tenant_domain_id, ''), '', new.page_id, 1),
      (coalesce(new.tenant_domain_id, ''), new.target_type, new.page_id, 1)
    ON CONFLICT DO UPDATE SET links = links + 1;
END;
--> statement-breakpoint
-- FTS5 forgets a text by being told it again: before the row changes, while the view still shows it.
CREATE TRIGGER page_links_text_updating
BEFORE UPDATE OF search_path, tenant_domain_id, target_type, page_id, deleted_at ON page_links BEGIN
  INSERT INTO page_link_search (page_link_search, rowid, text)
    SELECT 'delete', seq, text FROM page_link_search_text WHERE seq = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER page_links_text_updated
AFTER UPDATE OF search_path, tenant_domain_id, target_type, page_id, deleted_at ON page_links BEGIN
  INSERT INTO page_link_search (rowid, text) SELECT seq, text FROM page_link_search_text WHERE seq = new.seq;
END;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER topics_inserted AFTER INSERT ON topics BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'topics';
END;
--> statement-breakpoint
CREATE TRIGGER topics_deleted AFTER UPDATE OF deleted_at ON topics
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'topics';
END;
--> statement-breakpoint
-- A topic shows its entries, so that their changes are its own.
CREATE TRIGGER topic_entries_inserted AFTER INSERT ON topic_entries BEGIN
  UPDATE topics SET entries_count = entries_count + 1, revision = revision + 1 WHERE topic_id = new.topic_id;
END;
--> statement-breakpoint
CREATE TRIGGER topic_entries_updated AFTER UPDATE OF revision ON topic_entries BEGIN
  UPDATE topics
    SET revision = revision + 1,
      entries_count = entries_count - iif(old.deleted_at IS NULL AND new.deleted_at IS NOT NULL, 1, 0)
    WHERE topic_id = new.topic_id;
END;
