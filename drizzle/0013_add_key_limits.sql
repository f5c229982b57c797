ALTER TABLE `api_keys` ADD `limit_tier` text;
