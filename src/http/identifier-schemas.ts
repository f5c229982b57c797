import * as z from 'zod/mini';
import { isEmail, isNoEmail, isTemplate, normaliseEmail } from '../lib/normalise.ts';
import { isNoAddress, isNothing } from '../lib/nothing.ts';
import { isNoProfile, longestProfileUrl, normaliseLinkedinProfileUrl } from '../lib/profile.ts';
import { domain } from './host-schemas.ts';
import { emailPattern, linePattern } from './patterns.ts';
import { isPrintable, isVisible, name, phoneNumber, text, visible } from './schemas.ts';

export const email = z.string().check(
  z.overwrite(normaliseEmail),
  z.maxLength(320, 'must have at most 320 characters'),
  z.refine(isEmail, {
    error: ({ input }) =>
      isTemplate(`${input}`)
        ? 'must not be a template that is not filled in'
        : 'must have one @ with text before and a host name of two labels or more behind it',
    params: { code: 'invalid_format' },
  }),
  z.refine(isVisible, visible),
  z.meta({ pattern: emailPattern, example: 'anna@acme.example' }),
);

export const linkedinProfileUrl = text(1, longestProfileUrl).check(
  z.refine(
    (value) =>
      !isPrintable(value) ||
      value.length > longestProfileUrl ||
      normaliseLinkedinProfileUrl(value) !== undefined,
    'must be a profile URL or a handle of 3 to 100 characters, not a company page, a post or a website',
  ),
  z.refine(
    (value) =>
      value.length > longestProfileUrl ||
      (normaliseLinkedinProfileUrl(value) ?? '').length <= longestProfileUrl,
    {
      error: 'must have at most 2,048 characters when percent-encoded',
      params: { code: 'too_long' },
    },
  ),
  z.overwrite((value) =>
    value.length > longestProfileUrl ? value : (normaliseLinkedinProfileUrl(value) ?? value),
  ),
  z.meta({
    maxLength: longestProfileUrl,
    pattern: linePattern,
    description:
      'The URL of a person’s profile, on LinkedIn or elsewhere, or a LinkedIn handle such as `anna`.',
    example: 'https://www.linkedin.com/in/anna',
  }),
);

/** `linkedinProfileUrl` on linkedin.com only. */
const linkedinProfile = linkedinProfileUrl.check(
  z.refine((url) => url.startsWith('https://www.linkedin.com/'), 'must be on linkedin.com'),
);

/** What a field says of texts that stand for nothing. */
const noneOf = (schema: z.ZodMiniType, what: string) =>
  z.describe(
    `${z.globalRegistry.get(schema)?.description ?? ''} A text that stands for nothing (\`none\`, \`N/A\`, \`-\`) ${what}.`.trim(),
  );

type Identifier = z.ZodMiniType<string, string>;
type IsNone = (value: string) => boolean;

/** An optional field, with `none` in place of a text that stands for nothing. */
const unlessNone = <T extends z.ZodMiniType>(schema: T, isNone: IsNone, none: null | undefined) => {
  const read = z.transform((value) => (typeof value === 'string' && isNone(value) ? none : value));
  return z.optional(z.pipe(read, schema));
};

/** Makes an identifier optional, and drops a text that stands for none. */
const optional = (schema: Identifier, isNone: IsNone) =>
  unlessNone(z.optional(schema), isNone, undefined).check(noneOf(schema, 'is left out'));

/** Lets null, and a text that stands for none, clear an identifier. */
const clearable = (schema: Identifier, isNone: IsNone) =>
  unlessNone(z.nullable(schema), isNone, null).check(noneOf(schema, 'is null'));

/** Identifiers and domains that a request may have. */
export const given = {
  email: optional(email, isNoEmail),
  domain: optional(domain, isNoAddress),
  phoneNumber: optional(phoneNumber, isNothing),
  linkedinProfileUrl: optional(linkedinProfileUrl, isNoProfile),
  linkedinProfile: optional(linkedinProfile, isNoProfile),
  companyName: optional(name, isNothing),
};

/** The same in a request that changes them, and in one where null means that there is none. */
export const changed = {
  email: clearable(email, isNoEmail),
  domain: clearable(domain, isNoAddress),
  phoneNumber: clearable(phoneNumber, isNothing),
  linkedinProfileUrl: clearable(linkedinProfileUrl, isNoProfile),
};
