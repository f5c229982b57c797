/** What a write of a list may give a record that is known already. */
export const conflicts = ['fill', 'update', 'skip'] as const;
export type OnConflict = (typeof conflicts)[number];
