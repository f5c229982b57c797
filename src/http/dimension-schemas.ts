import * as z from 'zod/mini';
import { text } from './schemas.ts';

const notHost = 'must be a host name, without scheme, port and path';
const label = '[a-z0-9_](?:[a-z0-9_\\-]{0,61}[a-z0-9_])?';
const hostName = new RegExp(`^(?:${label}(?:\\.${label})*|\\[[0-9a-f:]+\\])$`, 'v');

/** The host in the form of DNS, without `www.` and the dot at the end. Text that is not a host stays as it is. */
function normaliseReferrer(value: string): string {
  if (/[\s\/\\?#@%]|:(?!.*\]$)/v.test(value)) return value;
  const { hostname = value } = URL.parse(`https://${value}`) ?? {};
  return hostname.replace(/\.$/, '').replace(/^www\.(?=[^.]+\.)/, '');
}

/**
 * The host of the page that linked to a page. Unlike a domain of our own, it may have one label or be an IP address:
 * intranets have such hosts.
 */
export const referrerHost = text(1, 255).check(
  z.overwrite(normaliseReferrer),
  z.maxLength(255, 'must have at most 255 characters'),
  z.regex(hostName, notHost),
  z.meta({
    maxLength: 255,
    // What is sent may have capitals, `www.` and letters of all scripts.
    pattern: '^[^\\s\\/\\\\?#@%]+$',
    description: 'The host of the page that linked here; kept in lower case, without `www.`.',
    example: 'news.example',
  }),
);

/** ISO 3166-1 alpha-2. */
export const country = z
  .string()
  .check(
    z.regex(/^[A-Z]{2}$/, 'must be two capital letters (ISO 3166-1 alpha-2)'),
    z.meta({ maxLength: 2, example: 'IN' }),
  );
