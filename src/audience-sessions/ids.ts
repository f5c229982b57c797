/** The audienceSessionId of a session of our own. */
export const derivedId = (analyticsSessionId: string): string => `audience_session_${analyticsSessionId}`;

/** Whether an id of another service can neither be taken for one of ours nor for a step in a path. */
export const isForeign = (id: string): boolean => !id.startsWith(derivedId('')) && !/^\.{1,2}$/.test(id);
