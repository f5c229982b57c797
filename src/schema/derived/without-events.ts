/** SQL of statements that note no event: what listens has another type meanwhile. */
export const withoutEvents = (statements: string) => `UPDATE event_listeners SET type = '-' || type;
  UPDATE alerts SET type = '-' || type WHERE on_after IS NOT NULL;
  ${statements}
  UPDATE alerts SET type = substr(type, 2) WHERE on_after IS NOT NULL;
  UPDATE event_listeners SET type = substr(type, 2);`;
