import fc from 'fast-check';
import { longestName } from '../../../../src/content/pages/fields.ts';
import { namesIn } from '../../../../src/visits/beacons/found-fields.ts';
import { longestReport } from '../../../../src/visits/beacons/limits.ts';

const longest = 'n'.repeat(longestName);

describe('the names of fields that a browser reports are', () => {
  test.each<[string, string, string[]]>([
    ['separated by commas', 'hero,button', ['hero', 'button']],
    ['there once', 'hero,button,hero', ['hero', 'button']],
    ['letters, digits, - and _', 'a,B,a1,a-b,a_b', ['a', 'B', 'a1', 'a-b', 'a_b']],
    ['not empty', ',,hero,', ['hero']],
    ['not blank', '', []],
    ['not several words', 'hero text, hero', []],
    ['not begun by something else', '1a,-a,_a,.a', []],
    ['not markup', '<b>,"a",&amp;,a>b,$.a,a.b,a[0],a"', []],
    ['not names that programs give to every object', '__proto__,constructor,toString,valueOf', []],
    ['not hidden characters', 'a\u0000,b\u202e,hero\ud800', []],
    ['at most as long as a name may be', `${longest},${longest}n`, [longest]],
  ])('%s', (_, list, names) => {
    expect(namesIn(list)).toEqual(names);
  });

  test('whole: the last of a list that was cut is left out', () => {
    const list = `${'hero,'.repeat(longestReport / 5 - 1)}butto`;
    expect(list).toHaveLength(longestReport);
    expect(namesIn(list)).toEqual(['hero']);
    expect(namesIn(list.slice(0, -1))).toEqual(['hero', 'butt']);
  });

  test('of any text, names that a page may declare', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (list) => {
        for (const name of namesIn(list)) expect(name).toMatch(/^[A-Za-z][\w-]{0,49}$/);
      }),
    );
  });
});
