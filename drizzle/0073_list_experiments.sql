CREATE INDEX `experiments_list` ON `experiments` (`experiment_id`) WHERE deleted_at is null;
