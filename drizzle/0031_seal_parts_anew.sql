-- Some commits could overwrite a block of sessions that began in one millisecond, and lost its sessions. Databases that
-- have such blocks (`part` above 0) seal all sessions anew. In others nothing changes.
DELETE FROM session_corrections
  WHERE EXISTS (SELECT 1 FROM session_blocks WHERE is_removed = 0 AND part > 0);
--> statement-breakpoint
UPDATE session_seal SET sealed_at = -1, sealed_id = '', revision = revision + 1
  WHERE EXISTS (SELECT 1 FROM session_blocks WHERE is_removed = 0 AND part > 0);
--> statement-breakpoint
DELETE FROM session_blocks
  WHERE is_removed = 0 AND EXISTS (SELECT 1 FROM session_blocks WHERE is_removed = 0 AND part > 0);
