import { describe, expect, test } from 'vitest';
import { undescribed, undocumented } from '../../scripts/build/undescribed.ts';

describe('a schema is built without what only documents say', () => {
  test.each([
    ["described(z.string(), 'A name.')", '(z.string())'],
    ["described(\n  z.optional(described(z.string(), `A.`)),\n  'B.',\n)", '(z.optional((z.string())))'],
    ["described(a ?? b, 'A.').check(first)", '(a ?? b).check(first)'],
    ["(a as B).check(z.meta({ id: 'A' }))", '(a as B)'],
    ["/* described(a, 'A.') */ 'z.meta({})'", "/* described(a, 'A.') */ 'z.meta({})'"],
    ["z.string().check(z.describe('A.'))", 'z.string()'],
    ["z.string().check(z.maxLength(3), z.meta({ id: 'A' }))", 'z.string().check(z.maxLength(3), )'],
    [
      "z.string().check(\n  z.meta({ id: 'A' }),\n  z.maxLength(3),\n)",
      'z.string().check(\n  z.maxLength(3),\n)',
    ],
    ["z.string().check(a, z.meta({}), z.describe('B'),\n)", 'z.string().check(a, )'],
    ["z.int().check(z.meta({}), z.describe('B'), ...checks)", 'z.int().check(...checks)'],
    ['checks.check(first)', 'checks.check(first)'],
  ])('%s', (code, expected) => {
    expect(undescribed(`export const a = ${code};`).toString()).toBe(`export const a = ${expected};`);
  });
});

test('facts and figures are built without their descriptions and examples', () => {
  const code = "const a = of({ label: 'Link', description: 'The link.', max: 9, example: null });";
  expect(undocumented(code).toString()).toBe("const a = of({ label: 'Link', max: 9,  });");
});
