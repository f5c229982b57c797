import fc from 'fast-check';
import { expect, test } from 'vitest';
import { delimiterOf, type Row, rowsOf } from '../../../src/lib/import/rows.ts';

async function* parts(text: string, length: number) {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}
const read = async (text: string, delimiter = ',', length = 4096): Promise<Row[]> =>
  (await Array.fromAsync(rowsOf(parts(text, length), delimiter))).flat();

test.each([
  ['a,b,c\n1,2,3\n', ','],
  ['a;b;c\n1,5;2;3\n', ';'],
  ['a\tb\tc\n1\t2;x\t3\n', '\t'],
  ['sep=;\r\na,b;c,d\r\n', ';'],
  ['email\nanna@acme.example\n', ','],
  ['Adresse;Wer\nanna@acme.example;Anna\n', ';'],
  ['Name;Email\nGroß, Anna;anna@acme.example\n\n\n', ';'],
  ['Name;Email\nAnna\nanna@acme.example\nTom', ';'],
  ['\n\na\tb\n1\t2\n', '\t'],
  ['"a;b","c"\n"1;2","3"\n', ','],
])('the delimiter of %j is %j', (text, delimiter) => {
  expect(delimiterOf(text)).toBe(delimiter);
});

test('line ends of all systems end rows, and stay in cells', async () => {
  const rows = await read('a,b\r\n"x\r\ny",2\r3,4\n5,6', ',', 1);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['a', 'b'],
    ['x\ny', '2'],
    ['3', '4'],
    ['5', '6'],
  ]);
});

test('blank rows are left out, and counted as a spreadsheet counts them', async () => {
  const rows = await read('a,b\n,\n\n1,2\n');
  expect(rows).toEqual([
    { number: 1, cells: ['a', 'b'] },
    { number: 4, cells: ['1', '2'] },
  ]);
});

test('the line that names the delimiter is no row', async () => {
  expect(await read('sep=;\r\na;b\r\n', ';', 3)).toEqual([{ number: 1, cells: ['a', 'b'] }]);
});

test('a quotation mark that is not doubled, or not closed, is named at its row', async () => {
  const rows = await read('a,b\n"x "y" z",2\n3,4\n');
  expect(rows.find(({ problem }) => problem)?.problem).toContain('within a cell in quotes');
  const open = await read('a,b\n1,"2\n3,4\n');
  expect(open.at(-1)).toMatchObject({ number: 2, problem: expect.stringContaining('not closed') });
});

test('a quotation mark that makes the rest of a long file one row ends the reading', async () => {
  await expect(read(`a,b\n1,"2\n${'3,4\n'.repeat(400_000)}`)).rejects.toThrow('Row 2 does not end');
});

test('a file without a line end is not read to its end', async () => {
  let read = 0;
  async function* endless() {
    for (;;) {
      read += 1;
      yield '{"a":1},'.repeat(8192);
    }
  }
  await expect(Array.fromAsync(rowsOf(endless(), ','))).rejects.toThrow('The first row does not end');
  expect(read).toBe(16);
  const long = `${'Note,'.repeat(15)}\n${`"${'x'.repeat(65_536)}",`.repeat(15)}\n`;
  const rows = (await Array.fromAsync(rowsOf(parts(long, 65_536), ','))).flat();
  expect(rows.map(({ cells }) => cells.length)).toEqual([16, 16]);
});

test('any table is read as it was written, however the file is cut', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ü', '"', ',', ';', '\n', ' ', '\t'), maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(',', ';', '\t'),
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom('\n', '\r\n'),
      async (table, delimiter, length, end) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const text = table.map((cells) => cells.map(quoted).join(delimiter)).join(end);
        const rows = await read(text, delimiter, length);
        expect(rows.map(({ cells }) => cells)).toEqual(
          table.filter((cells) => cells.some((one) => one.trim() !== '')),
        );
      },
    ),
  );
});
