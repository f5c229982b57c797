DROP INDEX `audience_sessions_audience`;
