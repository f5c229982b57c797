import { expect, test } from 'vitest';
import { encodingOf, textOf } from '../../../src/lib/import/text.ts';
import { encoders, fileOf } from './files.ts';

const text = 'Vorname;Nachname;E-Mail\r\nJürgen;Groß – „ä“;jürgen@müller.example\r\n';
/** Windows-1252 has no „. */
const plain = text.replaceAll('„', '“');

test.each(Object.keys(encoders))('%s is recognised and read, however it is cut', async (name) => {
  for (const length of [1, 2, 3, 7, 65_536]) {
    const file = fileOf(encoders[name]?.(plain) as Uint8Array, length);
    const { encoding, isMarked } = await encodingOf(file);
    expect([encoding, isMarked]).toEqual([
      name.toLowerCase().replace(' with a mark', '').replace('-16 ', '-16'),
      name.includes('mark'),
    ]);
    expect((await Array.fromAsync(textOf(file, encoding))).join('')).toBe(plain);
  }
});

test('a letter of Windows-1252 at the end of a long file decides', async () => {
  const ascii = 'a,b\n'.repeat(50_000);
  const { encoding } = await encodingOf(
    fileOf(encoders['Windows-1252']?.(`${ascii}Jürgen,x\n`) as Uint8Array),
  );
  expect(encoding).toBe('windows-1252');
});

test('UTF-8 with one damaged letter stays UTF-8, and the letter is shown as unreadable', async () => {
  const bytes = new TextEncoder().encode('Jürgen,Groß,ä\nMüller,Öz,ü\nX\u00fc,a,b\n');
  bytes[bytes.length - 6] = 0x20;
  const file = fileOf(bytes);
  const { encoding } = await encodingOf(file);
  expect(encoding).toBe('utf-8');
  expect((await Array.fromAsync(textOf(file, encoding))).join('')).toContain('\ufffd');
});

test('a workbook is refused', async () => {
  await expect(encodingOf(fileOf(Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0)))).rejects.toThrow(
    'export the list as CSV',
  );
});

test('an empty file and plain ASCII are UTF-8', async () => {
  expect((await encodingOf(fileOf(new Uint8Array()))).encoding).toBe('utf-8');
  expect((await encodingOf(fileOf(new TextEncoder().encode('a,b\n1,2\n')))).encoding).toBe('utf-8');
});
