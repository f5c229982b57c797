import { excerpt } from '../../../src/lib/excerpt.ts';

test.each([
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['a\u{1f4a9}bc', 3, 'a\ufffd…'],
])('the excerpt of %j of %d characters is %j', (text, longest, expected) => {
  expect(excerpt(text, longest)).toBe(expected);
});
