import { fold } from './fold.ts';
import { columnsIn, filledTemplate } from './template.ts';

// The path of a link from a template: `/for/{{companyName}}`.

/** The longest part of a path that comes from a value, in characters. */
const longestSegment = 60;

/** A value in a path: `Zoë O'Neil` is `zoe-o-neil`. Letters of other scripts stay, invisible ones do not. */
export const inPath = (value: string): string =>
  [
    ...fold(value)
      .replace(/\p{DI}/gu, '')
      .replace(/[^\p{L}\p{N}]+/gu, '-'),
  ]
    .slice(0, longestSegment)
    .join('')
    .replace(/^-+|-+$/g, '');

/** The path of a row. A value of which nothing is left counts as missing, unless the template has a default. */
export function filledPath(
  path: string,
  row: Readonly<Record<string, string>>,
  missing: Set<string>,
): string {
  const given = (name: string) => (Object.hasOwn(row, name) ? (row[name] ?? '') : '');
  const left = Object.fromEntries(columnsIn(path).map((name) => [name, inPath(given(name))]));
  return filledTemplate(path, left, missing, inPath);
}
