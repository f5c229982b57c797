import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, UserError } from '../../scripts/lib/settings.ts';

interface Marks {
  start: string;
  end: string;
  /** The document, below the folder of the project: bench/README.md if unset. */
  document?: string;
}

/** Writes lines between two marks of a document. */
export function writeReadme(marks: Marks, printed: readonly string[]): void {
  const file = path.join(root, marks.document ?? 'bench/README.md');
  const text = readFileSync(file, 'utf8');
  const [before, rest] = text.split(`<!-- ${marks.start} -->\n`);
  const after = rest?.split(`<!-- ${marks.end} -->`)[1];
  if (before === undefined || after === undefined) throw new UserError(`${file} lacks its marks.`);
  const found = `<!-- ${marks.start} -->\n\n${printed.join('\n')}\n\n<!-- ${marks.end} -->`;
  writeFileSync(file, before + found + after);
}

/** Prints Markdown, and keeps what it has printed. */
export function newPrinter() {
  const printed: string[] = [];
  const print = (line: string) => {
    printed.push(line);
    console.log(line);
  };
  const printRow = (cells: (string | number)[]) => print(`| ${cells.join(' | ')} |`);
  return {
    printed,
    print,
    printRow,

    /** The names of a table's columns, and the line below them. */
    printHead(names: string[]): void {
      printRow(names);
      printRow(names.map(() => '---'));
    },
  };
}

/** Prints Markdown, and can write all of it between two marks of a document. */
export function newReport(marks: Marks) {
  const printer = newPrinter();
  return { ...printer, writeReadme: () => writeReadme(marks, printer.printed) };
}
