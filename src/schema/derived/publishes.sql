-- What was published of a page, in the order of time: the versions themselves are in the order of their audience.
CREATE TRIGGER publishes_noted AFTER UPDATE OF published_at ON audience_versions
WHEN old.published_at IS NULL AND new.published_at IS NOT NULL BEGIN
  INSERT INTO publishes (page_id, published_at, version_id, audience_id, version_number)
  SELECT page_id, new.published_at, new.version_id, new.audience_id, new.version_number
  FROM audiences WHERE audience_id = new.audience_id;
END;
