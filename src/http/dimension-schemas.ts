import * as z from 'zod/mini';
import { isHost, toHost, withoutWww } from '../lib/host.ts';
import { withoutAt } from '../lib/private-values.ts';
import { storedAddress } from '../lib/stored-address.ts';
import { remembered } from './quick-parse.ts';
import { text, webUrl } from './schemas.ts';

/** The host in the form of DNS, without `www.` and the dot at the end. Text that is not a host stays as it is. */
const normaliseReferrer = (value: string) => withoutWww(toHost(value) ?? value);

/** The host of the page that linked to a page. It may have one label or be an IP address, as in intranets. */
export const referrerHost = text(1, 255).check(
  z.overwrite(normaliseReferrer),
  z.refine(isHost, {
    error: 'must be a host name of at most 255 characters, without scheme, port and path',
    params: { code: 'invalid_format' },
  }),
  z.meta({
    maxLength: 255,
    // What is sent may have capitals, `www.` and letters of all scripts.
    pattern: '^[^\\s\\/\\\\?#@%]+$',
    description: 'The host of the page that linked here; kept in lower case, without `www.`.',
    example: 'news.example',
  }),
);

/** The address of a page that somebody has visited. What may name or authorise in it is replaced. */
export const visitedUrl = remembered(
  webUrl(1).check(
    z.overwrite((url) => {
      const shown = storedAddress(url);
      return shown === url ? url : [...shown].slice(0, 2048).join('');
    }),
    z.describe(
      'An absolute http or https URL. Values that may name or authorise somebody, such as `email` and `token`, are replaced with `redacted`.',
    ),
  ),
);

/** What a campaign is called. Text with an `@` is replaced, because it may name somebody. */
export const campaignText = text(1, 255).check(z.overwrite(withoutAt));

/** ISO 3166-1 alpha-2. */
export const country = z
  .string()
  .check(
    z.regex(/^[A-Z]{2}$/, 'must be two capital letters (ISO 3166-1 alpha-2)'),
    z.meta({ maxLength: 2, example: 'IN' }),
  );
