import { WordDiff } from '../../kit/word-diff.tsx';
import { ColumnNames, Repeated } from './compare.tsx';
import { readable, type WordChange } from './words.ts';

/** The fields that a version changes, each with both texts side by side. */
export function Changes({ changes, labels }: { changes: WordChange[]; labels: readonly [string, string] }) {
  return (
    <div class="words">
      <ColumnNames labels={labels} />
      {changes.map(({ field, before, after, repeatedBy }) => (
        <div class="words-row" key={field.id}>
          <h3>{field.label}</h3>
          <WordDiff before={readable(field.id, before)} after={readable(field.id, after)} labels={labels} />
          <Repeated by={repeatedBy} />
        </div>
      ))}
    </div>
  );
}
