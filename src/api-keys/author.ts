import type { VerifiedKey } from './cache.ts';

/** Begins the name of a key that a person got by signing in to the console. */
const ofPerson = 'Console, ';
/** The longest name of a key, in UTF-16 units. */
const longestName = 100;

/** The name of the key of a person. Of an email, 91 characters fit. */
export const personKeyName = (email: string): string =>
  `${ofPerson}${email}`.slice(0, longestName).toWellFormed();

/** Who writes with a key: the email of the person who signed in, or else the name of the key. */
export function authorOf({ name, isSignIn }: Pick<VerifiedKey, 'name' | 'isSignIn'>): string {
  const isOfPerson = isSignIn === 1 && name.startsWith(ofPerson) && name.includes('@');
  return isOfPerson ? name.slice(ofPerson.length) : name;
}
