import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../kit/button.tsx';
import { NotDone } from '../../kit/not-done.tsx';
import { ColumnNames } from './compare.tsx';
import { Control, type ControlProps, Group, Row } from './edit-field.tsx';
import { type FieldId, mainFields, moreGroups, nameField, type WordField } from './fields.ts';
import { type Shown, shownOf } from './words.ts';

export interface EditProps extends Omit<ControlProps, 'field'> {
  live: Shown;
  labels: readonly [live: string, next: string];
  /** The field to begin with. */
  field: FieldId;
  isDirty: boolean;
  isRunning: boolean;
  /** Visitors would get other words than now. */
  isNew: boolean;
  error: unknown;
  onSave: () => void;
  /** Saves and publishes at once. Undefined: one is asked first. */
  onPublish: (() => void) | undefined;
  /** Saves, shows what changes, and asks when it is published. */
  onAsk: () => void;
  /** The same, for a later time. */
  onLater: () => void;
  onCancel: () => void;
  notice?: ComponentChildren;
}

/** The form of the draft, beside what is live. */
export function Edit(props: EditProps) {
  const { page, values, labels, error, isRunning, isDirty, isNew, fieldError, notice, onPublish } = props;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const control = form.current?.querySelector<HTMLElement>(`[name="${props.field}"]`);
    control?.focus({ preventScroll: props.field === 'title' });
    // A line is usually written anew.
    if (control instanceof HTMLInputElement) control.select();
  }, []);
  // What was refused is seen, also in a group that is folded.
  useEffect(() => {
    const control = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    const group = control?.closest('details');
    if (group) group.open = true;
    control?.focus();
  }, [error]);
  const next = shownOf(values, page);
  const submit = (event: Event) => {
    event.preventDefault();
    props.onSave();
  };
  const keys = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || (event.key !== 's' && event.key !== 'Enter')) return;
    event.preventDefault();
    if (isDirty) props.onSave();
  };
  // What was refused is no field that is in sight.
  const isElsewhere = ![nameField, ...mainFields].some(({ path }) => fieldError(path));
  const row = (field: WordField) => (
    <Row key={field.id} {...props} field={field} liveLabel={labels[0]} next={next} />
  );
  return (
    <form
      ref={form}
      class="words"
      onSubmit={submit}
      onKeyDown={keys}
      noValidate
      aria-label="Content of the draft"
    >
      {notice}
      <div class="words-name">
        <Control {...props} field={nameField} />
      </div>
      <ColumnNames labels={labels} />
      {mainFields.map(row)}
      {moreGroups.map((group) => (
        <Group
          key={group.title}
          group={group}
          values={values}
          isWanted={group.fields.some(({ id }) => id === props.field)}
        >
          {group.fields.map(row)}
        </Group>
      ))}
      <div class="words-actions">
        {isElsewhere && <NotDone error={error} />}
        <div class="row row-end">
          <span class="grow muted not-on-phone" role="status">
            {isDirty ? 'Not saved' : 'Nothing changed yet'}
          </span>
          <Button onClick={props.onCancel}>{isDirty ? 'Discard' : 'Close'}</Button>
          <button type="submit" class="button" disabled={isRunning || !isDirty}>
            {isRunning ? 'Saving …' : 'Save draft'}
          </button>
          {onPublish && (
            <Button disabled={isRunning || !isNew} onClick={props.onLater}>
              Publish later …
            </Button>
          )}
          <Button kind="main" disabled={isRunning || !isNew} onClick={onPublish ?? props.onAsk}>
            {isDirty ? 'Save and publish' : 'Publish'}
            {!onPublish && ' …'}
          </Button>
        </div>
      </div>
    </form>
  );
}
