/** What counts as success of a test. */
export const goals = ['conversion', 'formSubmit', 'actionClick'] as const;
export type Goal = (typeof goals)[number];

/** What people call many of them. */
export const goalWords: Record<Goal, string> = {
  conversion: 'conversions',
  formSubmit: 'forms',
  actionClick: 'clicks on the button',
};

export const experimentStatuses = ['draft', 'running', 'ended'] as const;
export type ExperimentStatus = (typeof experimentStatuses)[number];

/** Why a test has ended: somebody stopped it, published a winner, its time came, or its audience was archived. */
export const endReasons = ['stopped', 'winner', 'due', 'archived'] as const;
export type EndReason = (typeof endReasons)[number];
