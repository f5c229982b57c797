/** What a field of a condition says besides what it takes. */
interface Said {
  label: string;
  /** For documents. */
  text?: string;
  /** For the form of the console: below the label, and what is filled in. */
  hint?: string;
  start?: string;
}

/** How many accounts or persons a condition names at most. */
export const mostSubjects = 100;

/** Some accounts or persons, by their ids; null for any. */
const some = (kind: 'account' | 'person', said: Said) =>
  ({ is: 'some', kind, text: `Null: any ${kind}.`, ...said }) as const;

/** A page; null for all of them, unless it must be given. */
const page = (said: Said) => ({ is: 'page', kind: 'page', ...said }) as const;
const anyPage = (said: Said) =>
  ({ is: 'any page', kind: 'page', text: 'Null: all pages.', ...said }) as const;

/** A whole number from 1 on. It must be given unless one is usual. */
const count = (most: number, said: Said & { usual?: number }) => ({ is: 'count', most, ...said }) as const;

/** One of some words, each with its label. */
const choice = <Word extends string>(words: Record<Word, string>, said: Said & { usual: NoInfer<Word> }) =>
  ({ is: 'choice', words, ...said }) as const;

/**
 * What alerts wait for: types, requests, documents and the form of the console follow from it. `due`: at which hour of the
 * local clock the cron looks, each day or on Mondays.
 */
export const conditions = {
  accounts_visited: {
    text: 'An account had at least `visits` engaged visits in `days` days.',
    label: 'An account visits',
    fields: {
      accountIds: some('account', { label: 'Accounts' }),
      visits: count(100, { label: 'Engaged visits', start: '1' }),
      days: count(30, {
        label: 'Within days',
        start: '7',
        text: 'The day of the visit and those before it, as the calendar of the zone has them.',
      }),
    },
  },
  link_opened: {
    text: 'A link that was made for a person was opened, by them or by somebody else.',
    label: 'A personal link is opened',
    fields: { personIds: some('person', { label: 'Persons' }) },
  },
  conversions_changed: {
    text: 'The conversions of a page on a day differ by at least `percent` from the same weekday a week before.',
    label: 'Conversions of a page change',
    due: { hour: 1, isOnMondays: false },
    fields: {
      pageId: page({ label: 'Page' }),
      direction: choice(
        { down: 'Fall', up: 'Rise', any: 'Fall or rise' },
        { label: 'Conversions', start: 'down', usual: 'any' },
      ),
      percent: count(1000, { label: 'By percent', start: '30' }),
      minVisits: count(1_000_000, {
        label: 'Visits of each day, at least',
        start: '30',
        usual: 1,
        text: 'Both days must have so many visits.',
        hint: 'A day is compared with the same weekday a week before, once it is over.',
      }),
    },
  },
  weekly_report: {
    text: 'Each Monday at 8:00.',
    label: 'Weekly report, on Monday',
    due: { hour: 8, isOnMondays: true },
    fields: { pageId: anyPage({ label: 'Pages' }) },
  },
  service_stalled: {
    text: 'A job of the service has stalled.',
    label: 'A job of the service has stalled',
    fields: {},
  },
};

export type AlertType = keyof typeof conditions;
export const alertTypes = Object.keys(conditions) as AlertType[];

/** The conditions that visits meet, when they count. The others are checked at a time, or each minute. */
export const visitTypes = ['accounts_visited', 'link_opened'] as const satisfies AlertType[];

type FieldsOf<Type extends AlertType> = (typeof conditions)[Type]['fields'];

/** A field of any condition. */
export type ConditionField = { [Type in AlertType]: FieldsOf<Type>[keyof FieldsOf<Type>] }[AlertType];

/** What a field has: null for any. */
type ValueOf<Field> = Field extends { words: Record<infer Word, string> }
  ? Word
  : Field extends { is: 'count' }
    ? number
    : Field extends { is: 'some' }
      ? string[] | null
      : Field extends { is: 'page' }
        ? string
        : string | null;

/** The condition of a type. */
export type ConditionOf<Type extends AlertType> = Type extends AlertType
  ? { type: Type } & { [Name in keyof FieldsOf<Type>]: ValueOf<FieldsOf<Type>[Name]> }
  : never;
export type AlertCondition = ConditionOf<AlertType>;

/** The conditions that the cron looks at by time. */
export type TimedType = {
  [Type in AlertType]: (typeof conditions)[Type] extends { due: object } ? Type : never;
}[AlertType];

/** Whether the cron looks at a condition by time. */
export const isTimed = (condition: AlertCondition): condition is ConditionOf<TimedType> =>
  'due' in conditions[condition.type];

/** The names of all fields. */
export type FieldName = { [Type in AlertType]: keyof FieldsOf<Type> }[AlertType];

/** The fields of conditions of a type, by their names. */
export const fieldsOf = (type: AlertType) =>
  Object.entries(conditions[type].fields) as [FieldName, ConditionField][];
