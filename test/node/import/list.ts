import { encoders } from '../../console/import/files.ts';

/** What an import must say of a list. */
export interface Expected {
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
}

interface Line {
  cells: string[];
  outcome: keyof Expected;
}

/** A person who comes for the first time. Some have line ends, delimiters and quotation marks in their cells. */
function newcomer(place: number, index: number): string[] {
  const prefix = `l${place}n`;
  const company = ['Groß & Söhne', 'Müller; Co, Ltd', 'The “Old” Café', 'Zwei\nZeilen'][index % 4] ?? '';
  return [
    `Jürgen “${index}”`,
    `Öz-${prefix}`,
    `${prefix}${index}@${prefix}${index % 50}.example`,
    index % 3 === 0 ? `+49 (0)30 ${(place + 1) * 1_000_000 + index}` : '',
    company,
  ];
}

const bad: ((cells: string[]) => string[])[] = [
  ([first = '', last = '', , , company = '']) => [first, last, '', '', company],
  ([first = '', last = '', email = '', , company = '']) => [first, last, email, '4.91E+11', company],
  ([first = '', last = '', , , company = '']) => [first, last, 'tom@', '', company],
  ([first = '', last = '', email = '', , company = '']) => [first, last, email, '030 1234567', company],
  (cells) => [...cells, 'shifted'],
];

/** Lines of which two in a hundred are bad, and three in a hundred name somebody for the second time. */
function linesOf(place: number, count: number): Line[] {
  const good: string[][] = [];
  return Array.from({ length: count }, (_, index): Line => {
    const cells = newcomer(place, index);
    if (index % 50 === 17)
      return { cells: bad[Math.floor(index / 50) % bad.length]?.(cells) ?? [], outcome: 'refused' };
    if (index % 33 === 20) {
      const [, , email = ''] = good[index % good.length] ?? [];
      return { cells: ['', '', email.toUpperCase(), '', ''], outcome: 'unchanged' };
    }
    good.push(cells);
    return { cells, outcome: 'created' };
  });
}

const headings = ['Vorname', 'Nachname', 'E-Mail-Adresse', 'Telefon', 'Notiz'];

/** A list as a file in an encoding, and what must become of its rows. `place` tells its people from those of other lists. */
export function listOf(
  place: number,
  count: number,
  encoding: string,
  delimiter = ';',
): { bytes: Uint8Array; expected: Expected } {
  const lines = linesOf(place, count);
  const expected = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  for (const { outcome } of lines) expected[outcome] += 1;
  const quoted = (cell: string) =>
    cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const text = [headings, ...lines.map(({ cells }) => cells)]
    .map((cells) => cells.map(quoted).join(delimiter))
    .join('\r\n');
  const bytes = encoders[encoding]?.(text);
  if (bytes === undefined) throw new Error(`no encoding ${encoding}`);
  return { bytes, expected };
}
