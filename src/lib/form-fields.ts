import { placeholder } from './private-values.ts';

/** How many fields of a form a website may opt in. */
export const mostFields = 10;

/**
 * How long their values may be together, in characters: at most 6 KB in most scripts, of the 8 KiB that a visit may have
 * while D1 is away.
 */
export const longestValues = 2000;

/**
 * Names and `autocomplete` of fields that are never read: of passwords and codes, and of cards and accounts. Its end is
 * as in private-values.ts, so that visit.js compresses well.
 */
export const secretField =
  /card|cv[cv]|iban|one-time|pass(?!en)|secret|(^|[\W_]|%..)(jwt|otp|pin|pwd|cc)(?![a-z])/i;

/**
 * A text without the numbers of cards (ISO/IEC 7812) and accounts: 13 digits and more, also in groups. Phone numbers
 * stay, which begin with + or 0.
 */
export const withoutCardNumbers = (text: string): string =>
  ` ${text}`.replace(/([^+\d])[1-9]([ .-]{0,3}\d){12,}/g, `$1${placeholder}`).slice(1);
