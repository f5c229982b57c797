/** So many colours there are, in styles/kit.css. */
const tones = 8;

/** The same text has always the same colour. */
function toneOf(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % tones;
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first letters of the first and the last word: "ZL" of Zoë Lindqvist, "Q" of Quillon. */
export function initials(name: string): string {
  const words = name.split(/[\s.@_&-]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word = '') => [...letters.segment(word)][0]?.segment.toLocaleUpperCase() ?? '').join('');
}

interface MonogramProps {
  name: string;
  kind: 'account' | 'person';
}

/** The initials of a company or a person, in a colour of its own. Its name stands beside it, for screen readers too. */
export const Monogram = ({ name, kind }: MonogramProps) => (
  <span
    class={`monogram monogram-${kind} tone-${toneOf(name)}`}
    data-initials={initials(name)}
    aria-hidden="true"
  />
);
