-- Exact table sizes, which lists show as their total. Migrations insert the rows of `counters`.

CREATE TRIGGER api_keys_inserted AFTER INSERT ON api_keys BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'api_keys';
END;

-- Only keys of sign-ins and of share links are deleted.
CREATE TRIGGER api_keys_deleted AFTER DELETE ON api_keys BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'api_keys';
END;

CREATE TRIGGER pages_inserted AFTER INSERT ON pages BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'pages';
END;

CREATE TRIGGER tenant_domains_inserted AFTER INSERT ON tenant_domains BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'tenant_domains';
END;

CREATE TRIGGER topics_inserted AFTER INSERT ON topics BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'topics';
END;

-- A deleted topic keeps its row, with the time of the deletion.
CREATE TRIGGER topics_deleted AFTER UPDATE OF deleted_at ON topics
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'topics';
END;

CREATE TRIGGER websites_inserted AFTER INSERT ON websites BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'websites';
END;

-- A deleted website keeps its row, with the time of the deletion.
CREATE TRIGGER websites_deleted AFTER UPDATE OF deleted_at ON websites
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'websites';
END;

CREATE TRIGGER views_inserted AFTER INSERT ON views BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'views';
END;

-- A deleted view keeps its row, with the time of the deletion.
CREATE TRIGGER views_deleted AFTER UPDATE OF deleted_at ON views
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'views';
END;
