DROP TABLE `removed_sessions`;--> statement-breakpoint
DROP TABLE `rollups`;--> statement-breakpoint
DROP TABLE `session_tails`;
