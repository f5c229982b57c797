/** The conditions of alerts. Those of visits are checked when a visit counts, the others at a time. */
export const alertTypes = [
  'accounts_visited',
  'link_opened',
  'conversions_changed',
  'weekly_report',
] as const;
export type AlertType = (typeof alertTypes)[number];

/** The conditions that visits meet. */
export const visitTypes = ['accounts_visited', 'link_opened'] as const satisfies AlertType[];

/** What each condition has. */
export type AlertCondition =
  | {
      type: 'accounts_visited';
      /** Null: any account. */
      accountIds: string[] | null;
      visits: number;
      days: number;
    }
  | {
      type: 'link_opened';
      /** Null: any person. */
      personIds: string[] | null;
    }
  | {
      type: 'conversions_changed';
      pageId: string;
      direction: 'up' | 'down' | 'any';
      percent: number;
      minVisits: number;
    }
  | {
      type: 'weekly_report';
      /** Null: the whole workspace. */
      pageId: string | null;
    };

/** The condition of a type. */
export type ConditionOf<Type extends AlertType> = Extract<AlertCondition, { type: Type }>;
