/** What stands in place of a value that may name or authorise somebody. */
export const placeholder = 'redacted';

/**
 * Names of parameters whose values name or authorise: `user[email]`, `access_token`, `inviteCode`, but not `keyword`.
 * visit.js has these, to be small; lib/stored-address.ts knows more.
 */
export const privateName =
  /auth|mail|name|pass(?!e)|phone|secret|sess|signature|tok|user|(code|key|(^|[\W_]|%..)(jwt|otp|pin|pwd|si[dg]|tel))(?![a-z])/i;

/** An `@`, also percent-encoded, any number of times. */
const at = /@|%(25)*40/;

/** A text, or the placeholder if it has an `@`. */
export const withoutAt = (text: string): string => (at.test(text) ? placeholder : text);

/**
 * An address without the values that name or authorise somebody: values of parameters with such a name, also in a path
 * and in the route of a fragment, values with an `@`, and parts of a path with an `@` behind other text.
 */
export const withoutPrivateValues = (
  address: string,
  isPrivate = (name: string, _value: string): boolean => privateName.test(name),
): string =>
  address.replace(/([^/?&#;=]+)(=[^?&#;]+)?/g, (all: string, name: string, value?: string) => {
    if (at.test(name.slice(1))) return placeholder;
    return value && (at.test(value) || isPrivate(name, value)) ? `${name}=${placeholder}` : all;
  });
