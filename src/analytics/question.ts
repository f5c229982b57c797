import { quarterMs } from '../lib/range.ts';
import { type Dimension, dimensions, isLong, type Visitor, visitors } from '../vocabulary/dimensions.ts';
import type { ColumnName, TextName } from '../vocabulary/facts.ts';
import { measuredNames } from '../vocabulary/measures.ts';
import type { Status } from './lifetime.ts';
import { type VisitorKind, visitorColumns } from './visitors.ts';

/** The texts of which a session must have one, or none of them if `not`. Null stands for no text. */
export type Wanted = readonly (string | null)[] | { not: readonly (string | null)[] };

/** What a list of sessions filters by, besides texts. Null stands for all. */
export interface State {
  status: Status | 'active' | null;
  /** 1 or 0. */
  hasConversion: number | null;
  hasFormSubmit: number | null;
}

/** A question about the sessions of a page, or of the whole workspace. */
export interface Question {
  /** Undefined for the whole workspace. */
  pageId: string | undefined;
  /** Ascending. Between two of them is a piece: the answer has the sums of each. */
  boundaries: readonly number[];
  /** By column. */
  filters: Partial<Record<TextName, Wanted>>;
  state?: State | undefined;
  /** Whom a session must have in one of some columns. */
  visitor?: { columns: readonly Visitor[]; id: string } | undefined;
  /** The column by whose texts the sums are grouped. */
  by: TextName | undefined;
  /** Texts of `by` that have this part, in lower case, have a group. The others share one. */
  part?: string | undefined;
  /** The keys of the only texts of `by` that have a group. The others share one. */
  only?: ReadonlySet<string>;
  /** A column by whose texts the sessions are counted besides. */
  countBy?: TextName | undefined;
  /** Asks who came, and nothing else: each account, or each person. */
  visitors?: VisitorKind;
  /** Whether the pages of each that came are asked for too. */
  hasPages?: boolean;
  /** Whether only the number of sessions is asked for. */
  isCount?: boolean;
  /**
   * Asks for the starts of sessions too: as many as `take` of those that began before a time, latest first. `blocks`: in
   * which blocks they are read. An array has the `firstAt` of the only ones that are read.
   */
  find?: { before: number; take: number; blocks: 'newest' | 'all' | readonly number[] };
  /** Whether sessions that retention has removed count. */
  hasRemoved?: boolean;
  /** How many answers share the memory that one may take: 1 if undefined. */
  share?: number;
  /** The time of the answer. */
  now: number;
}

/** Whether the sums of a block cannot answer a question, even if all its sessions are in one piece. */
export const needsSessions = ({ filters, state, visitor, by, countBy, visitors, find }: Question): boolean =>
  [by, countBy, state, visitor, visitors, find].some((asked) => asked !== undefined) ||
  Object.keys(filters).length > 0;

/** The column whose sums of texts answer a question about a block in one piece. Undefined if none can. */
export function summedBy(question: Question): TextName | undefined {
  const { state, visitor, countBy, visitors } = question;
  const [name, ...others] = textsFor(question);
  return others.length > 0 || [state, visitor, countBy, visitors].some((asked) => asked !== undefined)
    ? undefined
    : name;
}

/** Whether a question asks when sessions began: what corrections take away must then be known before blocks. */
export const asksForStarts = ({ find, visitors }: Question): boolean =>
  find !== undefined || visitors !== undefined;

/** The range of a question. */
export const endsOf = ({ boundaries }: Question) => ({
  start: boundaries[0] ?? 0,
  end: boundaries.at(-1) ?? 0,
});

/** Boundaries within a quarter of an hour, for which the sums of quarters are not enough. */
export const cutsOf = ({ boundaries }: Question): number[] => boundaries.filter((at) => at % quarterMs !== 0);

/** The most boundaries for which SQLite looks up the blocks that may have them: a row read for each. */
const mostCrossings = 400;

/**
 * The boundaries within the range that a block must not have between its sessions to be read without their starts, or
 * without its sums. Undefined if the starts of all blocks are needed, or few blocks are opened.
 */
export function crossingsOf(question: Question): readonly number[] | undefined {
  const { boundaries, find, visitors, isCount } = question;
  const areFew = !isCount && !needsSessions(question);
  const needsStarts = visitors || (find && find.blocks !== 'newest');
  return needsStarts || areFew || boundaries.length > mostCrossings ? undefined : boundaries.slice(1, -1);
}

/** The columns of texts that a question reads. */
export const textsFor = ({
  filters,
  visitor,
  by,
  countBy,
  visitors: kind,
  hasPages = false,
}: Question): ReadonlySet<TextName> =>
  new Set(
    [
      ...(Object.keys(filters) as TextName[]),
      ...(visitor?.columns ?? []),
      ...[by, countBy],
      ...visitorsFor(kind),
      ...(hasPages ? (['page'] as const) : []),
    ].filter((name) => name !== undefined),
  );

const longTexts = new Set<TextName>(dimensions.filter(isLong));

/** How many columns a question reads whose texts visitors choose. */
export const longTextsOf = (question: Question): number => textsFor(question).intersection(longTexts).size;

/** The columns that say who came. An account has people. */
const visitorsFor = (kind: VisitorKind | undefined): readonly TextName[] => {
  if (kind === undefined) return [];
  return kind === 'account' ? visitors : Object.values(visitorColumns[kind]);
};

/** The columns that a question reads. */
export function columnsFor(question: Question): ReadonlySet<ColumnName> {
  const { state, isCount = false } = question;
  return new Set<ColumnName>([
    'startedAt',
    ...(isCount ? [] : ([...measuredNames, 'activeMs'] as const)),
    ...(state ? (['flags', 'activeMs'] as const) : []),
    ...textsFor(question),
  ]);
}

/** Which visits count, by the values of their dimensions. */
export type Filters = Partial<Record<Dimension, Wanted>>;

/** Filters, and the audience that visits must be of, if one is given. */
export const ofAudience = (filters: Filters, audienceId: string | undefined): Question['filters'] => ({
  ...filters,
  ...(audienceId === undefined ? {} : { audienceId: [audienceId] }),
});
