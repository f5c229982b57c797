import { mostKept, mostKeptBytes } from '../../visits/sources/limits.ts';
import { keptNames } from '../../visits/tables/sources.ts';

/** The bytes of a kept delivery. */
const bytesOf = (row: string) => `octet_length(${row}body) + octet_length(${row}identifiers)`;

export default `-- What follows from sources and from what they keep.

-- A deleted source has neither a secret nor anything that is kept.
CREATE TRIGGER sources_deleted AFTER UPDATE OF deleted_at ON sources WHEN new.deleted_at IS NOT NULL AND old.deleted_at IS NULL BEGIN
  DELETE FROM source_secrets WHERE source_id = new.source_id;
  DELETE FROM kept_deliveries WHERE source_id = new.source_id;
END;

CREATE TRIGGER kept_deliveries_deleted AFTER DELETE ON kept_deliveries BEGIN
  UPDATE sources SET kept_count = kept_count - 1, kept_bytes = kept_bytes - (${bytesOf('old.')}), activity = activity + 1 WHERE source_id = old.source_id;
END;

CREATE TRIGGER kept_deliveries_inserted AFTER INSERT ON kept_deliveries BEGIN
  UPDATE sources
    SET kept_count = kept_count + 1, kept_bytes = kept_bytes + ${bytesOf('new.')}, activity = activity + 1
    WHERE source_id = new.source_id;
END;

-- As many of the oldest as have the bytes that are too many, of the source that has the most bytes. LIMIT keeps SQLite from
-- carrying bodies through the window.
CREATE VIEW kept_too_large (source_id, kept_id) AS
SELECT source_id, kept_id FROM (
  SELECT source_id, kept_id, sum(bytes) OVER (ORDER BY kept_id) - bytes AS before FROM (
    SELECT source_id, kept_id, ${bytesOf('')} AS bytes FROM kept_deliveries
    WHERE source_id = (SELECT source_id FROM sources WHERE kept_count > 0 ORDER BY kept_bytes DESC LIMIT 1)
    ORDER BY kept_id LIMIT ${mostKept}
  )
) WHERE before < (SELECT sum(kept_bytes) FROM sources WHERE kept_count > 0) - ${mostKeptBytes};

-- When there are too many, the oldest of the source that has the most go: a busy one takes no place of the others.
CREATE TRIGGER sources_kept_bytes AFTER UPDATE OF kept_bytes ON sources
WHEN new.kept_bytes > old.kept_bytes AND (
  SELECT sum(kept_count) > ${mostKept} OR sum(kept_bytes) > ${mostKeptBytes} FROM sources WHERE kept_count > 0
) BEGIN
  UPDATE sources SET dropped_count = dropped_count + 1
    WHERE (SELECT sum(kept_count) FROM sources WHERE kept_count > 0) > ${mostKept}
      AND source_id = (SELECT source_id FROM sources WHERE kept_count > 0 ORDER BY kept_count DESC LIMIT 1);
  DELETE FROM kept_deliveries
    WHERE (SELECT sum(kept_count) FROM sources WHERE kept_count > 0) > ${mostKept}
      AND kept_id = (SELECT kept_id FROM kept_deliveries WHERE source_id =
        (SELECT source_id FROM sources WHERE kept_count > 0 ORDER BY kept_count DESC LIMIT 1) ORDER BY kept_id LIMIT 1);
  UPDATE sources SET dropped_count = dropped_count + (SELECT count(*) FROM kept_too_large)
    WHERE source_id = (SELECT source_id FROM kept_too_large LIMIT 1);
  DELETE FROM kept_deliveries WHERE kept_id IN (SELECT kept_id FROM kept_too_large);
END;

-- What is kept and names an erased person goes with them. The last deliveries of a source lose who it was.
CREATE TRIGGER persons_deleted_sources AFTER DELETE ON persons WHEN EXISTS (SELECT 1 FROM sources) BEGIN
  DELETE FROM kept_deliveries
    WHERE ${keptNames('old')};
  UPDATE sources
    SET recent = replace(recent, json_quote(old.person_id), 'null'), activity = activity + 1
    WHERE deleted_at IS NULL AND instr(recent, json_quote(old.person_id));
END;
`;
