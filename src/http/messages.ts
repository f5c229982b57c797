import type * as z from 'zod/mini';

/** The types of JSON, as messages name them. */
const types: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
};

/** What a value has that has a size. */
const units: Record<string, string> = { string: 'character', array: 'item' };

/** A limit of a number, or of the size of a value. */
function limitOf(origin: string, limit: number | bigint, words: 'at most' | 'at least'): string {
  const unit = units[origin];
  return unit ? `must have ${words} ${limit} ${unit}${limit === 1 ? '' : 's'}` : `must be ${words} ${limit}`;
}

const oneOf = (values: readonly unknown[]) =>
  `must be ${values.length > 1 ? 'one of ' : ''}${values.map((value) => JSON.stringify(value)).join(', ')}`;

/** What is wrong with a value whose schema has no message of its own. */
export function messageOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${types[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) ? oneOf(issue.options) : 'is not valid';
    case 'too_big':
      return limitOf(issue.origin, issue.maximum, 'at most');
    case 'too_small':
      return limitOf(issue.origin, issue.minimum, 'at least');
    default:
      return 'is not valid';
  }
}
