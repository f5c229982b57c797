/** A rate limit as draft-ietf-httpapi-ratelimit-headers describes it. */
export interface RateLimitPolicy {
  name: string;
  /** Requests in one window. */
  quota: number;
  /** Seconds. */
  window: number;
}

const pattern = /^"([\w-]{1,50})" *; *q=(\d{1,9}) *; *w=(\d{1,9})$/;

/** Reads a policy such as `"api-key";q=3000;w=10`; undefined for anything else. */
export function parsePolicy(text = ''): RateLimitPolicy | undefined {
  const [, name, quota, window] = pattern.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { name, quota: Number(quota), window: Number(window) };
}

/** Writes a policy as the header field RateLimit-Policy has it. */
export const policyText = ({ name, quota, window }: RateLimitPolicy): string =>
  `"${name}";q=${quota};w=${window}`;
