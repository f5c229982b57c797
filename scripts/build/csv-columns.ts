import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { operations } from '../../src/operations.ts';
import { root } from '../lib/settings.ts';
import { openApiDocument } from './openapi.ts';

/** Where the worker reads the columns of each table from. */
export const csvColumnsFile = path.join(root, 'public/csv-columns.json');

interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

const { schemas = {} } = openApiDocument().components as { schemas?: Record<string, Schema> };

/** A schema itself, where the document refers to one. */
function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  if (name === undefined) return schema;
  const found = schemas[name];
  if (!found) throw new Error(`the document has no schema ${name}`);
  return resolved(found);
}

/** What a value may be, without null. */
function alternatives(schema: Schema): Schema[] {
  const { anyOf, oneOf, ...one } = resolved(schema);
  return (anyOf ?? oneOf ?? [one]).map(resolved).filter(({ type }) => type !== 'null');
}

/**
 * The columns of a value, by dotted paths: one for each member of an object. One that may be missing ends with `?`, but
 * not where items are of several kinds (`anyOf`). A type may tell kinds of an object apart (`oneOf`): those may be missing.
 */
function columnsOf(schema: Schema, at: string[] = [], isAsked = false): string[] {
  const all = alternatives(schema);
  const objects = all.filter(({ properties = {} }) => Object.keys(properties).length > 0);
  if (objects.length === 0) return [at.join('.') + (isAsked ? '?' : '')];
  const kinds = resolved(schema).oneOf ? objects : [];
  const isInAll = (name: string) => kinds.every(({ properties = {} }) => name in properties);
  const found = objects.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, member]) =>
      columnsOf(member, [...at, name], isAsked || !required.includes(name) || !isInAll(name)),
    ),
  );
  return [...new Set(found)];
}

/** The columns of an answer with items, or undefined for one that is no table. */
function columnsOfAnswer(answer: Schema): string[] | undefined {
  const { items, breakdowns, compared } = resolved(answer).properties ?? {};
  if (breakdowns?.items) {
    const of = resolved(breakdowns.items).properties?.items?.items;
    return of && ['by', 'row', ...columnsOf(of)];
  }
  if (!items?.items) return undefined;
  const ofItem = columnsOf(items.items);
  const columns = ofItem[0] === 'value' ? ['row', ...ofItem] : ofItem;
  // A series that is compared has the steps of the other range beside its own.
  return compared ? [...columns, ...columns.map((name) => `compared.${name}?`)] : columns;
}

/** The columns of each operation that answers with a table, by the path of its route. */
function allColumns(): [path: string, columns: string[]][] {
  const { paths } = openApiDocument() as unknown as {
    paths: Record<
      string,
      Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>
    >;
  };
  return operations.flatMap(({ method, path }) => {
    if (method !== 'GET') return [];
    const schema = paths[path]?.get?.responses['200']?.content?.['application/json']?.schema;
    const columns = schema && columnsOfAnswer(schema);
    return columns ? [[path.replace(/\{(\w+)\}/g, ':$1'), columns]] : [];
  });
}

/** The text of the file. */
export const csvColumnsText = (): string => `${JSON.stringify(Object.fromEntries(allColumns()), null, 2)}\n`;

/** Writes the columns of CSV files into public/. */
export const writeCsvColumns = (): void => writeFileSync(csvColumnsFile, csvColumnsText());
