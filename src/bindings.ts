/** Bindings of wrangler.toml. `DB` is the workspace `main`, `DB_ACME` the workspace `acme`. */
export interface Bindings {
  DB: D1Database;
  [workspace: `DB_${string}`]: D1Database;
  ASSETS: Fetcher;
  /** Where publishing is queued; src/versions/worker/ consumes it. */
  JOBS: Queue;
  /** Where visits wait to be merged into sessions. */
  VISITS: Queue;
  /** Origins of the websites whose browsers may send visits, with spaces between; none if unset. */
  VISIT_ORIGINS?: string;
  /** Days after which a session is removed, its numbers kept; unset or empty for never. */
  SESSION_RETENTION_DAYS?: string;
  RATE_LIMITER: RateLimit;
  /** The limit of RATE_LIMITER in words of the RateLimit header fields draft. */
  RATE_LIMIT_POLICY: string;
  /** `RATE_LIMITER_HIGH` is the limit of keys that were made with `--limit high`. */
  [limiter: `RATE_LIMITER_${string}`]: RateLimit;
  /** `RATE_LIMIT_POLICY_HIGH` is the limit of RATE_LIMITER_HIGH, as RATE_LIMIT_POLICY is that of RATE_LIMITER. */
  [policy: `RATE_LIMIT_POLICY_${string}`]: string;
  /** How many forms that name their sender an address may send; 60 in 10 minutes if unset. */
  FORM_RATE_LIMIT_POLICY?: string;
}
