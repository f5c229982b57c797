import type { Actor } from '../../db/actor.ts';
import type { VerifiedKey } from '../../lib/api-key.ts';

/** Begins the name of a key that a person got by signing in to the console. */
const ofPerson = 'Console, ';
/** The longest name of a key, in UTF-16 units. */
const longestName = 100;

/** The name of the key of a person. Of an email, 91 characters fit. */
export const personKeyName = (email: string): string =>
  `${ofPerson}${email}`.slice(0, longestName).toWellFormed();

type Key = Pick<VerifiedKey, 'name' | 'isSignIn'>;
/** Whether a key is of a person whose email its name has. */
const isOfPerson = ({ name, isSignIn }: Key) =>
  isSignIn === 1 && name.startsWith(ofPerson) && name.includes('@');

/** Who writes with a key: the email of the person who signed in, or else the name of the key. */
export const authorOf = (key: Key): string => (isOfPerson(key) ? key.name.slice(ofPerson.length) : key.name);

/** Who writes with a key, as events name it. */
export const actorOf = (key: Key & Pick<VerifiedKey, 'apiKeyId'>): Actor => ({
  type: isOfPerson(key) ? 'person' : 'api_key',
  apiKeyId: key.apiKeyId,
  name: authorOf(key),
});
