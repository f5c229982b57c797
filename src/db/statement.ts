import { Column, is, Param as Literal, type Placeholder, SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  type BaseSQLiteDatabase,
  QueryBuilder,
  type SelectedFields,
  SQLiteDeleteBase,
  SQLiteInsertBuilder,
  SQLiteSyncDialect,
  type SQLiteTable,
  SQLiteUpdateBuilder,
} from 'drizzle-orm/sqlite-core';
import { pick } from 'es-toolkit/object';

// A statement is a value: described once with drizzle, its text made once for each shape, then only bound, batched
// and read.
//
//   const selectPerson = statement(({ personId }: { personId: Param<string> }) =>
//     build.select(personColumns).from(persons).where(eq(persons.personId, personId)),
//   );
//   const [[row]] = await db.batch([selectPerson({ personId })]);

/** A value that is known only when the statement is bound. drizzle's limit() wants it to look like a Placeholder. */
export type Param<T> = SQL<T> & Placeholder<string, T>;

/** What a list binds: the key after which the page begins, and the number of rows to select. */
export interface ListParams<Key extends string | number = string> {
  after: Param<Key> | undefined;
  take: Param<number>;
}

/** A statement with its values, for `db.batch`. */
export interface Bound<Row = unknown> {
  readonly text: string;
  readonly params: readonly unknown[];
  /** How to convert the columns that SQLite has no type for. */
  readonly decoders: readonly Decoder[];
  /** What a retry sends in its place, for a statement that has to know. By default it is the same. */
  readonly again?: () => Bound<Row>;
  /** Exists only for its type. */
  readonly row?: Row;
}

type Decoder = readonly [name: string, decode: (value: unknown) => unknown];
/** A value that selects another SQL text of the same description. A value that is undefined does the same. */
type Constant = string | number | boolean | undefined;
type Variant = Constant | Readonly<Record<string, Constant>>;
/** The values to bind: one for each parameter, in the same groups. */
export type ValuesOf<P> = {
  [K in keyof P]-?: P[K] extends Param<infer T> | undefined ? ValueOf<P[K], T> : ValuesOf<P[K]>;
};
/** Parameters for all values of an object. */
export type ParamsOf<T> = {
  [K in keyof T]: undefined extends T[K] ? Param<Exclude<T[K], undefined>> | undefined : Param<T[K]>;
};
type ValueOf<P, T> = undefined extends P ? T | undefined : T;
type Values = Record<string, unknown>;
type RowOfQuery<Q> = Q extends { _: { result: (infer Row)[] } }
  ? Row
  : Q extends SQL<infer Row>
    ? Row
    : never;

/** What a parameter of SQLite is bound to: a constant, or the value with this name, in a group if there is one. */
interface Slot {
  group: string | undefined;
  name: string | undefined;
  constant: unknown;
}

interface Compiled {
  text: string;
  slots: readonly Slot[];
  decoders: readonly Decoder[];
}

class NumberedDialect extends SQLiteSyncDialect {
  override escapeParam(index: number): string {
    return `?${index + 1}`;
  }
}
const dialect = new NumberedDialect();

const decoders = new WeakMap<object, Decoder[1]>();
const decodesNothing = Column.prototype.mapFromDriverValue;

/** How to convert values of a column, other than null. Undefined if they are as SQLite has them. */
export const decoderOf = (field: object): Decoder[1] | undefined =>
  is(field, Column) && field.mapFromDriverValue !== decodesNothing
    ? (value) => field.mapFromDriverValue(value)
    : undefined;

/** Some columns of a table, by their names. */
export const columnsOf = <T extends SQLiteTable, const Names extends readonly (keyof T)[]>(
  table: T,
  names: Names,
): { [Name in Names[number]]: T[Name] } => pick(table, names);

/** The fields of a RETURNING clause, each with its own name as alias, so that the rows of D1 have these names. */
export function named<F extends SelectedFields>(fields: F): F {
  const aliased = Object.entries(fields).map(([name, field]) => {
    const alias = is(field, SQL.Aliased) ? field.sql.as(name) : sql`${field}`.as(name);
    const decode = decoderOf(field);
    if (decode) decoders.set(alias, decode);
    return [name, alias];
  });
  return Object.fromEntries(aliased) as F;
}

/** The internal property of a drizzle query that holds its result fields. */
interface Internals {
  config?: { fields?: Record<string, object>; returning?: { path: string[]; field: object }[] };
}

function decodersOf({ config: { fields = {}, returning = [] } = {} }: Internals): Decoder[] {
  const selected = [
    ...Object.entries(fields),
    ...returning.map(({ path, field }) => [path.join('.'), field] as const),
  ];
  return selected.flatMap(([name, field]): Decoder[] => {
    const decode = decoders.get(field);
    return decode ? [[name, decode]] : [];
  });
}

type Builders = Pick<BaseSQLiteDatabase<'async', D1Result>, 'select' | 'insert' | 'update' | 'delete'>;

// The builders have no connection: they only make SQL text.
const session = undefined as never;

/** drizzle's builders, for descriptions of statements. */
export const build = {
  select: (fields: SelectedFields) => new QueryBuilder(dialect).select(named(fields)),
  insert: (table: SQLiteTable) => new SQLiteInsertBuilder(table, session, dialect),
  update: (table: SQLiteTable) => new SQLiteUpdateBuilder(table, session, dialect),
  delete: (table: SQLiteTable) => new SQLiteDeleteBase(table, session, dialect),
} as unknown as Builders;

/** Stands for a value in a description. */
class Hole {
  readonly slot: Slot;
  constructor(group: string | undefined, name: string) {
    this.slot = { group, name, constant: undefined };
  }
}
const paramOf = (group: string | undefined, name: string) => sql`${new Literal(new Hole(group, name))}`;

const isGroup = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** The parameters of a description: one for each given value, in the same groups. */
const paramsOf = (values: Values, group?: string): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [[name, isGroup(value) ? paramsOf(value, name) : paramOf(group, name)]];
    }),
  );

/** The names of the undefined values, by group. Together with the variant they identify the shape of a statement. */
function absent(values: Values): string {
  let names = '';
  for (const name in values) {
    const value = values[name];
    if (value === undefined) names += `,${name}`;
    else if (isGroup(value)) names += `/${absent(value)};`;
  }
  return names;
}

function compile(query: SQLWrapper): Compiled {
  const { sql: text, params } = dialect.sqlToQuery(query.getSQL());
  const slots: Slot[] = [];
  // A value that is used several times is bound once.
  const numbers = params.map((param) => {
    const slot = param instanceof Hole ? param.slot : { group: undefined, name: undefined, constant: param };
    const known = slots.findIndex(
      ({ group, name, constant }) => group === slot.group && name === slot.name && constant === slot.constant,
    );
    return known < 0 ? slots.push(slot) : known + 1;
  });
  return {
    text: text.replace(/\?(\d+)/g, (_, number: string) => `?${numbers[Number(number) - 1]}`),
    slots,
    decoders: decodersOf(query as Internals),
  };
}

/** A statement that is used once, as in a script, and therefore not cached. */
export function once<Q extends SQLWrapper>(query: Q): Bound<RowOfQuery<Q>> {
  const { slots, ...compiled } = compile(query);
  return { ...compiled, params: slots.map(({ constant }) => constant) };
}

/** The most shapes of a statement that are kept: a question about visits has one for each set of columns. */
const mostShapes = 200;

/**
 * Makes a statement from its description with drizzle. The description is called once for each shape. The shape
 * depends on which values are undefined, and on `variant`. The description must not use anything else that changes,
 * such as a time or an id. Values may be in groups, one level deep.
 */
export function statement<P extends object, V extends Variant[], Q extends SQLWrapper>(
  describe: (params: P, ...variant: V) => Q,
): (values: ValuesOf<P>, ...variant: V) => Bound<RowOfQuery<Q>> {
  const shapes = new Map<string, Compiled>();
  return (given, ...variant) => {
    const values = given as Values;
    const shape = JSON.stringify(variant) + absent(values);
    let compiled = shapes.get(shape);
    if (!compiled) {
      compiled = compile(describe(paramsOf(values) as P, ...variant));
      const [oldest] = shapes.keys();
      if (oldest !== undefined && shapes.size >= mostShapes) shapes.delete(oldest);
      shapes.set(shape, compiled);
    }
    const params = compiled.slots.map(({ group, name, constant }) => {
      if (name === undefined) return constant;
      return (group === undefined ? values : (values[group] as Values))[name];
    });
    return { text: compiled.text, params, decoders: compiled.decoders };
  };
}
