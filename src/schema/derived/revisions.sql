-- Some answers show more than one row. The ETag of such a resource includes a revision or a count, which these
-- triggers change when one of the other rows changes.

-- A page shows how many audiences it has.
CREATE TRIGGER audiences_inserted AFTER INSERT ON audiences BEGIN
  UPDATE pages SET audiences_count = audiences_count + 1 WHERE page_id = new.page_id;
END;

-- An audience shows its versions.
CREATE TRIGGER audience_versions_inserted AFTER INSERT ON audience_versions BEGIN
  UPDATE audiences SET revision = revision + 1 WHERE audience_id = new.audience_id;
END;

CREATE TRIGGER audience_versions_updated
AFTER UPDATE OF status, supplementary_context ON audience_versions BEGIN
  UPDATE audiences SET revision = revision + 1 WHERE audience_id = new.audience_id;
END;

-- An audience shows the name of its person.
CREATE TRIGGER persons_renamed AFTER UPDATE OF name ON persons WHEN old.name <> new.name BEGIN
  UPDATE audiences SET revision = revision + 1 WHERE person_id = new.person_id;
END;

-- A topic shows its entries.
CREATE TRIGGER topic_entries_inserted AFTER INSERT ON topic_entries BEGIN
  UPDATE topics SET entries_count = entries_count + 1, revision = revision + 1 WHERE topic_id = new.topic_id;
END;

-- A deleted entry keeps its row, with the time of the deletion.
CREATE TRIGGER topic_entries_updated AFTER UPDATE OF revision ON topic_entries BEGIN
  UPDATE topics
    SET revision = revision + 1,
      entries_count = entries_count - iif(old.deleted_at IS NULL AND new.deleted_at IS NOT NULL, 1, 0)
    WHERE topic_id = new.topic_id;
END;
