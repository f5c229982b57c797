import { listedViolations } from './errors.ts';

/** A parsed JSON text, with what JSON.parse does not return. */
export interface JsonText {
  value: unknown;
  /** Deepest nesting of objects and arrays; 0 for a scalar. */
  depth: number;
  /** Dotted paths of members whose name occurs twice in their object: the first of them, and how many there are. */
  duplicates: string[];
  duplicateCount: number;
  /** Source text of the requested members, by dotted path. */
  sources: Map<string, string>;
}

/** Which members' source text is kept: those with this name and a matching dotted path. */
export interface Kept {
  name: string;
  path: RegExp;
}

interface Frame {
  /** Names seen, for an object; undefined for an array. */
  names?: Set<string>;
  /** Name or index of the current member. */
  member: string | number;
  /** Where the current member's value starts. */
  valueStart: number;
}

/** The index of the quote that ends the string starting at `start`. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
}

/**
 * Parses JSON and keeps what JSON.parse loses: duplicate names, depth, and the source text of some members (large
 * numbers, `__proto__`, order of keys). Stops looking when the depth exceeds `maxDepth`. Throws SyntaxError.
 */
export function parseJsonText(
  text: string,
  { kept, maxDepth = Infinity }: { kept?: Kept; maxDepth?: number } = {},
): JsonText {
  const value: unknown = JSON.parse(text);
  const result: JsonText = { value, depth: 0, duplicates: [], duplicateCount: 0, sources: new Map() };
  const frames: Frame[] = [];
  let nameExpected = false;

  // Cut already while it is built: otherwise a long name with many members is copied for each of them.
  const path = () =>
    frames
      .slice(0, 100)
      .map(({ member }) => String(member).slice(0, 100))
      .join('.')
      .slice(0, 1000);
  const endMember = (at: number) => {
    const frame = frames.at(-1);
    if (!frame?.names || !kept || frame.member !== kept.name) return;
    const name = path();
    if (kept.path.test(name)) result.sources.set(name, text.slice(frame.valueStart, at).trim());
  };

  // The text is known to be valid JSON here, so the first character of a token shows its type.
  for (let i = 0; i < text.length; i++) {
    const frame = frames.at(-1);
    switch (text[i]) {
      case '"': {
        const end = stringEnd(text, i);
        if (nameExpected && frame?.names) {
          const name = JSON.parse(text.slice(i, end + 1)) as string;
          frame.member = name;
          if (frame.names.has(name)) {
            result.duplicateCount++;
            if (result.duplicates.length < listedViolations) result.duplicates.push(path());
          }
          frame.names.add(name);
          nameExpected = false;
        }
        i = end;
        break;
      }
      case ':':
        if (frame) frame.valueStart = i + 1;
        break;
      case '{':
        frames.push({ names: new Set(), member: '', valueStart: i + 1 });
        nameExpected = true;
        result.depth = Math.max(result.depth, frames.length);
        if (result.depth > maxDepth) return result;
        break;
      case '[':
        frames.push({ member: 0, valueStart: i + 1 });
        result.depth = Math.max(result.depth, frames.length);
        if (result.depth > maxDepth) return result;
        break;
      case ',':
        endMember(i);
        if (frame && typeof frame.member === 'number') frame.member++;
        nameExpected = frame?.names !== undefined;
        break;
      case '}':
      case ']':
        endMember(i);
        frames.pop();
        nameExpected = false;
        break;
    }
  }
  return result;
}
