import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../kit/button.tsx';
import { NotDone } from '../../kit/form.tsx';
import { useRoute } from '../../nav/router.ts';
import { ColumnNames } from './compare.tsx';
import { Control, Group, Row } from './edit-field.tsx';
import { firstFields, moreGroups, nameField, type WordField } from './fields.ts';
import { OpenDraft } from './preview.tsx';
import { type DialogPartProps, fieldIn } from './screen.ts';
import { shownOf } from './words.ts';

export interface EditProps extends DialogPartProps {
  labels: readonly [live: string, next: string];
  isRunning: boolean;
  /** Visitors would get other words than now. */
  isNew: boolean;
  onSave: () => void;
  /** Saves and publishes at once. Undefined: one is asked first. */
  onPublish: (() => void) | undefined;
  /** Saves, shows what changes, and asks when it is published. */
  onAsk: () => void;
  /** The same, for a later time. */
  onLater: () => void;
  /** Saves, and asks how it is tested against what is live. Undefined: it cannot be tested. */
  onTest: (() => void) | undefined;
  onCancel: () => void;
  notice?: ComponentChildren;
}

/** The form of the draft, beside what is live. */
export function Edit(props: EditProps) {
  const { screen, live, labels, isRunning, isNew, notice, onPublish } = props;
  const { values, isDirty, error, fieldError, base } = screen.draft;
  // Those that the page had when the editing began: a text that was written is not lost with its field.
  const first = firstFields(base.page);
  // The field to begin with.
  const wanted = fieldIn(useRoute().query, screen.loaded.page);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const control = form.current?.querySelector<HTMLElement>(`[name="${wanted}"]`);
    control?.focus({ preventScroll: wanted === first[0]?.id });
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
  const next = shownOf(values, screen.loaded.page);
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
  const isElsewhere = ![nameField, ...first].some(({ path }) => fieldError(path));
  const row = (field: WordField) => (
    <Row key={field.id} screen={screen} field={field} live={live} liveLabel={labels[0]} next={next} />
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
        <Control screen={screen} field={nameField} />
      </div>
      <ColumnNames labels={labels} />
      {first.map(row)}
      {moreGroups.map((group) => (
        <Group
          key={group.title}
          group={group}
          values={values}
          isWanted={group.fields.some(({ id }) => id === wanted)}
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
          {isNew && <OpenDraft screen={screen} isShort />}
          <Button type="submit" isBusy={isRunning} disabled={!isDirty}>
            {isRunning ? 'Saving …' : 'Save the draft'}
          </Button>
          {onPublish && (
            <Button isBusy={isRunning} disabled={!isNew} onClick={props.onLater}>
              Publish later …
            </Button>
          )}
          {props.onTest && (
            <Button class="button not-on-phone" isBusy={isRunning} disabled={!isNew} onClick={props.onTest}>
              {isDirty ? 'Save and test …' : 'Test …'}
            </Button>
          )}
          <Button kind="main" isBusy={isRunning} disabled={!isNew} onClick={onPublish ?? props.onAsk}>
            {isDirty ? 'Save and publish' : 'Publish'}
            {!onPublish && ' …'}
          </Button>
        </div>
      </div>
    </form>
  );
}
