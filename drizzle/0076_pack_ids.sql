ALTER TABLE `session_seal` ADD `packs_ids` integer DEFAULT 1 NOT NULL;
