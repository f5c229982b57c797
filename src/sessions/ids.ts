/** The audienceSessionId of a session of our own. */
export const derivedId = (analyticsSessionId: string): string => `audience_session_${analyticsSessionId}`;

/** Whether an id of another service can neither be taken for one of ours nor for a step in a path. */
export const isForeign = (id: string): boolean => !id.startsWith(derivedId('')) && !/^\.{1,2}$/.test(id);

// A control character, which no id of a request may have.
const importMark = 'import\t';

/**
 * What an imported session is stored under. Beacons name sessions too, and anyone can send them: they cannot name
 * this one.
 */
export const importedId = (analyticsSessionId: string): string => importMark + analyticsSessionId;

/** The analyticsSessionId that answers show for a stored one. */
export const shownId = (storedId: string): string =>
  storedId.startsWith(importMark) ? storedId.slice(importMark.length) : storedId;
