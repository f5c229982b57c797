// Apart from the other identifiers: what needs no rules of profiles loads none.

import * as z from 'zod/mini';
import { fullName, hostName } from '../lib/host.ts';
import { normaliseDomain, normaliseHost } from '../lib/normalise.ts';
import { domainPattern, linePattern } from './patterns.ts';
import { text } from './schemas.ts';

const notFullName = 'must be a host name of two labels or more';

export const domain = text(1, 253).check(
  z.overwrite(normaliseDomain),
  z.refine((value) => hostName(value) !== undefined, {
    error: notFullName,
    params: { code: 'invalid_format' },
  }),
  z.meta({
    maxLength: 253,
    pattern: domainPattern,
    description:
      'A host name of two labels or more; of an address it is taken, and `www.` is dropped. It is kept in letters: `bücher.example`.',
    example: 'acme.example',
  }),
);

/** A host name in DNS (RFC 1123, 2.1): at least two labels of letters, digits and hyphens. Not an IP address. */
export const host = text(1, 253).check(
  z.overwrite(normaliseHost),
  z.maxLength(253, 'must have at most 253 characters'),
  z.regex(fullName, notFullName),
  z.meta({
    maxLength: 253,
    pattern: linePattern,
    description: 'A host name of two labels or more, in any spelling; it is kept as DNS has it.',
    example: 'offers.acme.example',
  }),
);
