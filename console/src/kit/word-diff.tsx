import { type Change, diffWordsWithSpace } from 'diff';

/** The parts of two texts. What only one of them has is marked: `removed` in the first, `added` in the second. */
export function wordChanges(before: string, after: string): { before: Change[]; after: Change[] } {
  const changes = diffWordsWithSpace(before, after);
  return {
    before: changes.filter(({ added }) => !added),
    after: changes.filter(({ removed }) => !removed),
  };
}

interface WordDiffProps {
  before: string;
  after: string;
  /** What the texts are: "Live" and "Draft". */
  labels?: readonly [before: string, after: string];
  /** Shows one of the two without its label, such as beside a field that has the other. */
  only?: 'before' | 'after';
}

const Marked = ({ changes, mark: Mark }: { changes: Change[]; mark: 'del' | 'ins' }) => (
  <p class="diff-text">
    {changes.length === 0 && <span class="muted">Empty</span>}
    {changes.map(({ value, added, removed }, index) =>
      added || removed ? <Mark key={`${index}-${value}`}>{value}</Mark> : value,
    )}
  </p>
);

/** Two texts side by side; the words that only one of them has are marked. */
export function WordDiff({ before, after, labels = ['Live', 'Draft'], only }: WordDiffProps) {
  const changes = wordChanges(before, after);
  const left = <Marked changes={changes.before} mark="del" />;
  const right = <Marked changes={changes.after} mark="ins" />;
  if (only) return only === 'before' ? left : right;
  return (
    <div class="diff">
      <div>
        <p class="diff-label muted">{labels[0]}</p>
        {left}
      </div>
      <div>
        <p class="diff-label muted">{labels[1]}</p>
        {right}
      </div>
    </div>
  );
}
