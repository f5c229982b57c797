/** Bindings of wrangler.toml. `DB` is the database of the workspace `main`, `DB_ACME` that of `acme`. */
export interface Bindings {
  DB: D1Database;
  [workspace: `DB_${string}`]: D1Database;
  ASSETS: Fetcher;
  /** The queue of publish requests; src/content/versions/worker/ consumes it. */
  JOBS: Queue;
  /** The queue of visits to be merged into sessions. Without it, the collector merges each visit after its answer. */
  VISITS?: Queue;
  /** The queue that says that webhooks have work. Without it, the cron looks for it each minute. */
  WEBHOOKS?: Queue;
  /** `on`: webhooks may lead to this machine, and without TLS. `npm start` and `npm run dev` set it. */
  LOCAL_RECEIVERS?: string;
  /** Origins whose browsers may send visits of all workspaces, separated by spaces. Each workspace has its websites besides. */
  VISIT_ORIGINS?: string;
  /** Addresses of your own people, whose visits are excluded: addresses and CIDR ranges, separated by spaces. */
  OWN_ADDRESSES?: string;
  /** A path of the website's own domain under which a Workers route reaches the tracker and the collector. */
  FIRST_PARTY_PATH?: string;
  /** Days after which a session is removed. Its numbers are kept. Unset or empty means never. */
  SESSION_RETENTION_DAYS?: string;
  /** Days after which a log is removed, from its receipt. Its idempotency key is kept. Unset or empty means never. */
  LOG_RETENTION_DAYS?: string;
  /** `off`: no visit has a recipient, the person whom its audience was made for. Unset or `on`: visits of such audiences have. */
  RECIPIENTS?: string;
  /** How many visitors of one address count in a test of versions: 10 if it is unset or no number. */
  EXPERIMENT_VISITORS_PER_ADDRESS?: string;
  /** Days after which a session loses its recipient. Unset or empty means that it keeps it as long as it is kept itself. */
  RECIPIENT_RETENTION_DAYS?: string;
  /** Copies of words for when D1 does not answer. Without it, the cache of each location has them. */
  COPIES?: KVNamespace;
  RATE_LIMITER: RateLimit;
  /** The limit of RATE_LIMITER, in the syntax of the RateLimit header fields draft. */
  RATE_LIMIT_POLICY: string;
  /** `RATE_LIMITER_HIGH` is the limit of keys created with `--limit high`. */
  [limiter: `RATE_LIMITER_${string}`]: RateLimit;
  /** `RATE_LIMIT_POLICY_HIGH` states the limit of RATE_LIMITER_HIGH, as RATE_LIMIT_POLICY does for RATE_LIMITER. */
  [policy: `RATE_LIMIT_POLICY_${string}`]: string;
  /** The team of Cloudflare Access whose users may sign in to the console: `https://acme.cloudflareaccess.com`. */
  ACCESS_TEAM_DOMAIN?: string;
  /** The tag (AUD) of the application of Cloudflare Access in front of the console. */
  ACCESS_AUDIENCE?: string;
  /** The scopes of these users' keys, separated by spaces; `read` if unset. */
  ACCESS_SCOPES?: string;
  /** Paths that nobody has, and personal ones, for a key in a page, by address. Without it: RATE_LIMITER. */
  GUESS_LIMITER?: RateLimit;
  /** The limit of GUESS_LIMITER; 300 in a minute if unset. */
  GUESS_LIMIT_POLICY?: string;
  /** How many forms that name their sender one address may send; 60 in 10 minutes if unset. */
  FORM_RATE_LIMIT_POLICY?: string;
}
