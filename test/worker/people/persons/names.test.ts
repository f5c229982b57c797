import fc from 'fast-check';
import { nameFrom } from '../../../../src/people/persons/identity.ts';

const linkedin = 'https://www.linkedin.com';

describe('a name made of', () => {
  test.each([
    ["o'neil.jr-x_y+tag", "o'neil.jr-x_y+tag"],
    ['zoë', 'zoë'],
    ['王小明', '王小明'],
    ['สมชาย', 'สมชาย'],
    ['עמית', 'עמית'],
    ['<img/src=x/onerror=alert(1)>', 'imgsrcxonerroralert1'],
    ['{{constructor}}', 'constructor'],
    ['=cmd|"/c calc"!a1', 'cmdc calca1'],
    ['a\u202ebc\u2066d\u200be\u00adf\ufeff', 'abcdef'],
    ['a\u115f\u3164\uffa0\u034f\ufe0fb', 'ab'],
    ['a\u0085\u0000\u2028b', 'ab'],
    ['\u{e0041}\u{1f600}a', 'a'],
    ['<>', 'Unknown'],
    ['.-_', 'Unknown'],
    ['\u3164', 'Unknown'],
    ['\u0301', 'Unknown'],
    ['', 'Unknown'],
  ])('the local part %j is %j', (local, name) => {
    expect(nameFrom({ email: `${local}@evil.example` })).toBe(name);
  });

  test.each([
    [`${linkedin}/in/Anna-Berg`, 'Anna-Berg'],
    [`${linkedin}/in/j%C3%BCrgen`, 'jürgen'],
    [`${linkedin}/in/%3Csvg%2Fonload%3D1%3E`, 'svgonload1'],
    [`${linkedin}/in/%E2%80%AEanna%0A`, 'anna'],
    [`${linkedin}/in/%20a%20%20b%20`, 'a b'],
    [`${linkedin}/in/%ff`, 'ff'],
    [`${linkedin}/in/%3C%3E`, 'Unknown'],
    [`${linkedin}/pub/jane-roe/4a/b12/9c`, 'jane-roe'],
    [`${linkedin}/profile/view?id=42`, '42'],
    ['https://social.example/u/anna?id=1', 'anna'],
    ['https://anna.example', 'anna.example'],
  ])('the profile %s is %j', (linkedinProfileUrl, name) => {
    expect(nameFrom({ linkedinProfileUrl })).toBe(name);
  });

  test('a phone number is the number', () => {
    expect(nameFrom({ phoneNumber: '+15551234567' })).toBe('+15551234567');
  });

  test('anything is 1 to 255 characters of plain text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        for (const identifiers of [{ email: `${text}@x.example` }, { linkedinProfileUrl: `x/${text}` }]) {
          const name = nameFrom(identifiers);
          expect(name).toMatch(/^[\p{L}\p{N}\p{M} .\-_'+]+$/u);
          expect(name).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
          expect([name.trim(), [...name].length <= 255]).toEqual([name, true]);
        }
      }),
    );
  });
});
