import { type Change, diffWordsWithSpace } from 'diff';

export interface WordDiffProps {
  before: string;
  after: string;
  /** What the texts are: "Live" and "Draft". */
  labels?: readonly [before: string, after: string];
}

function Side({ label, changes, mark: Mark }: { label: string; changes: Change[]; mark: 'del' | 'ins' }) {
  return (
    <div>
      <p class="muted">{label}</p>
      <p class="diff-text">
        {changes.length === 0 && <span class="muted">Empty</span>}
        {changes.map(({ value, added, removed }, index) =>
          added || removed ? <Mark key={`${index}-${value}`}>{value}</Mark> : value,
        )}
      </p>
    </div>
  );
}

/** Two texts side by side; the words that only one of them has are marked. */
export function WordDiff({ before, after, labels = ['Live', 'Draft'] }: WordDiffProps) {
  const changes = diffWordsWithSpace(before, after);
  return (
    <div class="diff">
      <Side label={labels[0]} changes={changes.filter(({ added }) => !added)} mark="del" />
      <Side label={labels[1]} changes={changes.filter(({ removed }) => !removed)} mark="ins" />
    </div>
  );
}
