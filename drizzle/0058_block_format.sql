ALTER TABLE `session_seal` ADD `format` integer DEFAULT 2 NOT NULL;
