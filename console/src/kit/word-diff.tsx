import { compareWords, type Piece } from './words.ts';

export interface WordDiffProps {
  before: string;
  after: string;
  /** What the texts are: "Live" and "Draft". */
  labels?: readonly [before: string, after: string];
}

function Side({ label, pieces, tag: Tag }: { label: string; pieces: Piece[]; tag: 'del' | 'ins' }) {
  return (
    <div>
      <p class="muted">{label}</p>
      <p class="diff-text">
        {pieces.length === 0 && <span class="muted">Empty</span>}
        {pieces.map(({ text, isChanged }, index) =>
          isChanged ? <Tag key={`${index}-${text}`}>{text}</Tag> : text,
        )}
      </p>
    </div>
  );
}

/** Two texts side by side; the words that only one of them has are marked. */
export function WordDiff({ before, after, labels = ['Live', 'Draft'] }: WordDiffProps) {
  const compared = compareWords(before, after);
  return (
    <div class="diff">
      <Side label={labels[0]} pieces={compared.before} tag="del" />
      <Side label={labels[1]} pieces={compared.after} tag="ins" />
    </div>
  );
}
