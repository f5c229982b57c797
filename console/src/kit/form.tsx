import type { ComponentChildren } from 'preact';
import { describeProblem, fieldErrors } from '../problem.ts';

export interface FormProps {
  /** The texts of the fields by their name. */
  onSubmit: (values: Record<string, string>) => void;
  /** The label of the button that submits. */
  submit: string;
  isRunning?: boolean;
  /** The error of the mutation. Problems of fields are shown at the fields, all else here. */
  error?: unknown;
  onCancel?: (() => void) | undefined;
  children: ComponentChildren;
}

/** A form with its buttons and the problem of the last attempt. */
export function Form({ onSubmit, submit, isRunning = false, error, onCancel, children }: FormProps) {
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const values = [...new FormData(event.currentTarget as HTMLFormElement)];
    onSubmit(
      Object.fromEntries(values.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
    );
  };
  const words = error === undefined || fieldErrors(error).size > 0 ? undefined : describeProblem(error);
  return (
    <form class="form" onSubmit={send} noValidate>
      {children}
      {words && (
        <p class="field-error" role="alert">
          {words.title}. {words.detail} {words.requestId && <span>Request {words.requestId}</span>}
        </p>
      )}
      <div class="row row-end">
        {onCancel && (
          <button type="button" class="button" onClick={onCancel}>
            Cancel
          </button>
        )}
        <button type="submit" class="button button-main" disabled={isRunning}>
          {isRunning ? 'Saving …' : submit}
        </button>
      </div>
    </form>
  );
}
