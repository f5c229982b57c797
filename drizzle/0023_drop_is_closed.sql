-- Nothing reads it since 0008. Databases of commits f6846ad to 3a0f0f1 do not have it; npm run db:migrate and npm run
-- deploy give it to them first (scripts/lib/repairs.ts), because SQL cannot drop a column only where it exists.
ALTER TABLE `audience_sessions` DROP COLUMN `is_closed`;
