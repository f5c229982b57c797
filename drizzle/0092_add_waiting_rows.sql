CREATE TABLE `campaign_waiting_rows` (
	`campaign_id` text NOT NULL,
	`part_id` text NOT NULL,
	`rows` text NOT NULL,
	`author` text NOT NULL,
	PRIMARY KEY(`campaign_id`, `part_id`)
) WITHOUT ROWID;
--> statement-breakpoint
-- Rows of campaigns that wait to be written. Others keep their places.
CREATE TRIGGER persons_deleted_waiting_rows AFTER DELETE ON persons WHEN EXISTS (SELECT 1 FROM campaign_waiting_rows) BEGIN
  UPDATE campaign_waiting_rows
    SET rows = (SELECT json_group_array(json(iif(EXISTS (SELECT 1 FROM json_each(item.value, '$.of')
        WHERE value IN (old.person_id, old.email, old.phone_number, old.linkedin_identity)), 'null', item.value)))
      FROM json_each(campaign_waiting_rows.rows) AS item)
    WHERE (old.person_id IS NOT NULL AND instr(rows, json_quote(old.person_id)))
      OR (old.email IS NOT NULL AND instr(rows, json_quote(old.email)))
      OR (old.phone_number IS NOT NULL AND instr(rows, json_quote(old.phone_number)))
      OR (old.linkedin_identity IS NOT NULL AND instr(rows, json_quote(old.linkedin_identity)));
END;
