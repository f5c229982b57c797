-- Numbers of who came in blocks of the workspace (src/analytics/tables/visitors.ts) are not read once the block has changed.
-- The cron gives them back, and numbers the block again.

CREATE TRIGGER session_blocks_updated AFTER UPDATE ON session_blocks WHEN old.page_id = '' AND old.is_removed = 0 BEGIN
  UPDATE visitor_numbers SET is_stale = 1 WHERE first_at = old.first_at AND part = old.part AND is_stale = 0;
END;

CREATE TRIGGER session_blocks_deleted AFTER DELETE ON session_blocks WHEN old.page_id = '' AND old.is_removed = 0 BEGIN
  UPDATE visitor_numbers SET is_stale = 1 WHERE first_at = old.first_at AND part = old.part AND is_stale = 0;
END;

-- A block that comes among others is numbered too.
CREATE TRIGGER session_blocks_inserted AFTER INSERT ON session_blocks WHEN new.page_id = '' AND new.is_removed = 0 BEGIN
  UPDATE session_seal SET numbered_at = new.first_at - 1 WHERE id = 1 AND numbered_at >= new.first_at;
END;
