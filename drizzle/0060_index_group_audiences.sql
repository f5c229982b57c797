CREATE INDEX `audiences_groups` ON `audiences` (`page_id`,`audience_id`) WHERE person_id is null and archived_at is null;
