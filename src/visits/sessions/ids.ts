/** The audienceSessionId of a session from the tracker. */
export const derivedId = (analyticsSessionId: string): string => `audience_session_${analyticsSessionId}`;

/** Whether an id of another service cannot be mistaken for one of this service, or for `.` or `..` in a path. */
export const isForeign = (id: string): boolean => !id.startsWith(derivedId('')) && !/^\.{1,2}$/.test(id);

// A control character, which no id in a request may contain.
const importMark = 'import\t';

/** The id under which an imported session is stored, which no visit can use: anyone can send any id. */
export const importedId = (analyticsSessionId: string): string => importMark + analyticsSessionId;

/** The analyticsSessionId in answers for a stored id. */
export const shownId = (storedId: string): string =>
  storedId.startsWith(importMark) ? storedId.slice(importMark.length) : storedId;
