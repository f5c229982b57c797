import { listedViolations } from './errors.ts';

/** A parsed JSON text, with what JSON.parse does not return. */
export interface JsonText {
  value: unknown;
  /** Deepest nesting of objects and arrays, one more than the maximum at most; 0 for a scalar. */
  depth: number;
  /** Paths of the items of a list in an object, such as `writes.3`, that nest too deep; an empty one for the rest. */
  deep: Set<string>;
  /** Dotted paths of members whose name occurs twice: the first of all and of each item, and how many they are. */
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
 * Whether a scan would find nothing in a text that was parsed: it has neither lists nor inner objects, nor the name of a
 * member whose source is kept, and it is how its value is written, so that it has no name twice. Most visits are such.
 */
export const isFlat = (text: string, value: unknown, kept: string): boolean =>
  !/[[{]/.test(text.slice(1)) && !text.includes(`"${kept}"`) && JSON.stringify(value) === text;

/**
 * Parses JSON and keeps what JSON.parse loses: duplicate names, depth, and the source text of some members (large
 * numbers, `__proto__`, order of keys). Does not look into what is deeper than `maxDepth`. Throws SyntaxError, unless it gets
 * the parsed value.
 */
export function parseJsonText(
  text: string,
  { kept, maxDepth = Infinity }: { kept?: Kept; maxDepth?: number } = {},
  value: unknown = JSON.parse(text),
): JsonText {
  const result: JsonText = {
    value,
    depth: 0,
    deep: new Set(),
    duplicates: [],
    duplicateCount: 0,
    sources: new Map(),
  };
  const frames: Frame[] = [];
  const withDuplicates = new Set<string>();
  let nameExpected = false;
  /** How many open objects and arrays have no frame, because they are too deep. */
  let below = 0;

  /** The item of a list that is read now: `writes.3`. */
  const item = () => {
    const [list, place] = frames;
    return typeof place?.member === 'number' ? `${list?.member}.${place.member}`.slice(0, 1000) : '';
  };
  const noteDuplicate = () => {
    result.duplicateCount++;
    const { length } = result.duplicates;
    // The first of each item: no duplicate of one hides another item's. A list of more items is refused as a whole.
    if (length < listedViolations || (length < 2 * listedViolations && !withDuplicates.has(item())))
      result.duplicates.push(path());
    withDuplicates.add(item());
  };
  /** Opens an object or an array. */
  const open = (frame: Frame) => {
    if (frames.length < maxDepth) frames.push(frame);
    else below++;
    result.depth = Math.max(result.depth, frames.length + Math.min(below, 1));
    if (below === 1 && result.deep.size <= listedViolations) result.deep.add(item());
  };

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
    const frame = below > 0 ? undefined : frames.at(-1);
    switch (text[i]) {
      case '"': {
        const end = stringEnd(text, i);
        if (nameExpected && frame?.names) {
          const written = text.slice(i + 1, end);
          const name = written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written;
          frame.member = name;
          if (frame.names.has(name)) noteDuplicate();
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
        open({ names: new Set(), member: '', valueStart: i + 1 });
        nameExpected = true;
        break;
      case '[':
        open({ member: 0, valueStart: i + 1 });
        break;
      case ',':
        if (frame) endMember(i);
        if (frame && typeof frame.member === 'number') frame.member++;
        nameExpected = frame?.names !== undefined;
        break;
      case '}':
      case ']':
        if (frame) {
          endMember(i);
          frames.pop();
        } else below--;
        nameExpected = false;
        break;
    }
  }
  return result;
}
