// What src/lib/import/rows.ts and refused.ts take of PapaParse. Its own types need those of Node, which the console has not.
declare module 'papaparse' {
  interface Result {
    data: string[][];
    /** `row` is a place in `data`. */
    errors: { code: string; row?: number }[];
    meta: { cursor: number; delimiter: string };
  }
  interface Parser {
    parse(text: string, baseIndex: number, ignoreLastRow: boolean): Result;
  }
  const papa: {
    parse(
      text: string,
      options: { preview?: number; skipEmptyLines?: boolean; delimitersToGuess?: string[] },
    ): Result;
    unparse(rows: string[][], options?: { escapeFormulae?: boolean; newline?: string }): string;
    Parser: new (options: { delimiter: string; newline: string }) => Parser;
  };
  export default papa;
}
