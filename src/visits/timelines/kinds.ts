/** The kinds of items in a timeline. */
export const timelineKinds = ['log', 'visit', 'publish'] as const;
export type TimelineKind = (typeof timelineKinds)[number];
