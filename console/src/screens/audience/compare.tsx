import type { Page } from '@footfall/client';
import { WordDiff } from '../../kit/word-diff.tsx';
import { type FieldId, fixedFields, mainFields, type WordField } from './fields.ts';
import { changesBetween, ownFieldsIn, readable, type Shown, textIn, type WordChange } from './words.ts';

export interface CompareProps {
  page: Page;
  /** What visitors get now. Undefined: it is not shown. */
  live: Shown | undefined;
  /** What they would get. */
  next: Shown;
  /** The headings of the columns: "Live, version 2". */
  labels: readonly [live: string, next: string];
  /** A click on the words of a field opens the form there. */
  onEdit?: ((field: FieldId) => void) | undefined;
}

/** The other fields that take their text from this one. */
export const Repeated = ({ by }: { by: WordField[] }) =>
  by.length > 0 ? (
    <p class="muted repeated small">The same for: {by.map(({ label }) => label).join(', ')}.</p>
  ) : null;

const One = ({ label, text }: { label: string; text: string }) => (
  <div class="diff">
    <div>
      <p class="diff-label muted">{label}</p>
      <p class="diff-text">{text || <span class="muted">Empty</span>}</p>
    </div>
  </div>
);

interface RowProps extends CompareProps {
  field: WordField;
  repeatedBy?: WordField[] | undefined;
}

/** Text is chosen with the pointer, too: that is not a click on it. */
const isChoosing = () => getSelection()?.isCollapsed === false;

function Row({ field: { id, label }, live, next, labels, repeatedBy = [], onEdit }: RowProps) {
  const after = readable(id, textIn(next, id));
  const before = live && readable(id, textIn(live, id));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button Edit and its key do the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      class={`words-row line ${before === after ? 'words-same' : ''} ${onEdit ? 'words-open' : ''}`}
      title={onEdit && 'Click to edit'}
      onClick={onEdit && (() => isChoosing() || onEdit(id))}
    >
      <h3>{label}</h3>
      {before === undefined ? (
        <One label={labels[1]} text={after} />
      ) : (
        <WordDiff before={before} after={after} labels={labels} />
      )}
      <Repeated by={repeatedBy} />
    </div>
  );
}

const toneOf = (label: string) =>
  label.startsWith('Live') ? 'good' : label.startsWith('Draft') ? 'accent' : 'muted';

/** The headings of the two columns. Each text has its own for screen readers and on a phone. */
export const ColumnNames = ({ labels }: { labels: readonly string[] }) => (
  <div class="diff words-head line small" aria-hidden="true">
    {labels.map((label) => (
      <span key={label} class={toneOf(label)}>
        {label}
      </span>
    ))}
  </div>
);

/** The words of the live version and of what comes next side by side. What is the same in both and rarely used unfolds. */
export function Compare(props: CompareProps) {
  const { page, live, next, labels } = props;
  const changes = live ? changesBetween(page, live, next) : [];
  const changeOf = (field: WordField) => changes.find((change) => change.field.id === field.id);
  const repeated = changes.flatMap(({ repeatedBy }) => repeatedBy);
  const first = [...ownFieldsIn(page, next, ...(live ? [live] : [])), ...mainFields];
  const isFirst = ({ id }: WordField) => first.some((field) => field.id === id);
  const others = changes.map(({ field }) => field).filter((field) => !isFirst(field));
  const shown = [...first, ...others];
  const rest = fixedFields.filter((field) => !shown.includes(field) && !repeated.includes(field));
  return (
    <div class="words">
      <ColumnNames labels={live ? labels : [labels[1]]} />
      {shown.map((field) => (
        <Row key={field.id} {...props} field={field} repeatedBy={changeOf(field)?.repeatedBy} />
      ))}
      <details class="words-more line">
        <summary class="muted">Form, search engines, sharing: {rest.length} more fields</summary>
        {rest.map((field) => (
          <Row key={field.id} {...props} live={undefined} field={field} />
        ))}
      </details>
    </div>
  );
}

/** The fields that a version changes, each with both texts side by side. */
export const Changes = ({
  changes,
  labels,
}: {
  changes: WordChange[];
  labels: readonly [string, string];
}) => (
  <div class="words">
    <ColumnNames labels={labels} />
    {changes.map(({ field, before, after, repeatedBy }) => (
      <div class="words-row line" key={field.id}>
        <h3>{field.label}</h3>
        <WordDiff before={readable(field.id, before)} after={readable(field.id, after)} labels={labels} />
        <Repeated by={repeatedBy} />
      </div>
    ))}
  </div>
);
