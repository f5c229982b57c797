import { isProblem } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { describeProblem, fieldErrors } from '../lib/problem.ts';
import { here, noRecord } from '../nav/router.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FieldErrors } from './field.tsx';

export interface FormProps {
  /** The texts of the fields by their name. */
  onSubmit: (values: Record<string, string>) => void;
  /** The label of the button that submits. */
  submit: string;
  /** What it does cannot be taken back. */
  isDanger?: boolean;
  /** The first field gets the focus: the form came in the place of what was focused. */
  focusFirst?: boolean;
  /** The mutation that it runs. Problems of fields are shown at the fields, all else here. */
  of?: { isRunning: boolean; error?: unknown };
  onCancel?: (() => void) | undefined;
  children?: ComponentChildren;
}

/** Why something was not done: the error of a mutation, beside what asked for it. */
export function NotDone({ error }: { error: unknown }) {
  if (error === undefined) return null;
  const { title, detail, requestId } = describeProblem(error);
  return (
    <p class="field-error" role="alert">
      {title}. {detail} {requestId && <span>Request {requestId}</span>}
    </p>
  );
}

/** A form with its buttons and the problem of the last attempt. */
export function Form(props: FormProps) {
  const { onSubmit, submit, isDanger = false, focusFirst = false, of, onCancel, children } = props;
  const errors = fieldErrors(of?.error);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (focusFirst) form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }, [focusFirst]);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const values = [...new FormData(event.currentTarget as HTMLFormElement)];
    onSubmit(
      Object.fromEntries(values.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
    );
  };
  return (
    <form ref={form} class="form stack" onSubmit={send} noValidate>
      <FieldErrors value={errors}>{children}</FieldErrors>
      {errors.size === 0 && <NotDone error={of?.error} />}
      <div class="row row-end">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" kind={isDanger ? 'danger' : 'main'} disabled={of?.isRunning}>
          {of?.isRunning ? (isDanger ? 'One moment …' : 'Saving …') : submit}
        </Button>
      </div>
    </form>
  );
}

interface FormDialogProps extends Omit<FormProps, 'onCancel'> {
  title: string;
  class?: string;
  /** What stands above the form. */
  intro?: ComponentChildren;
  onClose: () => void;
}

interface TakenByProps {
  error: unknown;
  /** The code of the problem. */
  code: Parameters<typeof isProblem>[1];
  /** What the link to the other record says. */
  label: string;
}

/** A way to the record that has already what was refused. */
export function TakenBy({ error, code, label }: TakenByProps) {
  const id = isProblem(error, code) ? error.document?.conflictingId : undefined;
  if (typeof id !== 'string') return null;
  return (
    <p>
      <a href={here({ ...noRecord, new: undefined, open: id })}>{label}</a>
    </p>
  );
}

/** A dialog with a form. Without fields it asks before something is done. */
export const FormDialog = ({ title, class: name, intro, onClose, ...form }: FormDialogProps) => (
  <Dialog title={title} onClose={onClose} class={name}>
    {intro}
    <Form {...form} onCancel={onClose} />
  </Dialog>
);
