CREATE INDEX `page_links_audience` ON `page_links` (`audience_id`) WHERE audience_id is not null and deleted_at is null;
