import { expect, test } from 'vitest';
import { factColumns, parseFacts } from '../../../src/analytics/facts.ts';

test('facts are read in the order in which they are written', () => {
  const names = Object.keys(factColumns);
  const values = names.map((_, index) => index);
  expect(Object.entries(parseFacts(JSON.stringify(values)))).toEqual(
    names.map((name, index) => [name, index]),
  );
});

test('a dimension that is left out is null', () => {
  expect(Object.values(parseFacts('[1]')).at(-1)).toBeNull();
});
