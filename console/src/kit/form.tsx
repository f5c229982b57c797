import { isProblem } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { orReadAgain, useMutation } from '../data/api.ts';
import { describeProblem, fieldErrors } from '../lib/problem.ts';
import { toast } from '../lib/toasts.ts';
import { focusRest } from '../nav/focus.ts';
import { here, noRecord } from '../nav/router.ts';
import { Button } from './button.tsx';
import { FieldErrors } from './field.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** Buttons at the bottom. The last one is the main one. */
  footer?: ComponentChildren;
  /** The label of a main button that closes it, in place of a footer. */
  done?: string;
  class?: string | undefined;
  /** Only its own buttons close it: it shows what is shown once. */
  isSticky?: boolean;
}

/** A native dialog over the page. It is open while it is drawn; Escape and a click beside it close it. */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, footer, done, class: name = '', isSticky } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // A dialog that another one replaces is closed, too: the reader did not ask for that.
  const isDrawn = useRef(false);
  const id = useId();
  // Before the effects of what is in it: they may give the focus to a field.
  useLayoutEffect(() => {
    const opened = dialog.current;
    const opener = document.activeElement as HTMLElement | null;
    opened?.showModal();
    // The browser scrolls to the first field. A long dialog is read from its title on.
    if (opened && heading.current && opened.scrollTop > 0) {
      heading.current.tabIndex = -1;
      heading.current.focus();
      opened.scrollTop = 0;
    }
    isDrawn.current = true;
    return () => {
      isDrawn.current = false;
      opened?.close();
      // It has left the document already, so the browser gives the focus back to nobody.
      if (document.activeElement === document.body) opener?.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it
    <dialog
      ref={dialog}
      class={`dialog ${name}`}
      aria-labelledby={id}
      onCancel={(event) => {
        // It goes at once with its component. The browser would close it first, and say so later.
        event.preventDefault();
        if (!isSticky) onClose();
      }}
      // Chromium does not ask before a second Escape that no other input precedes.
      onClose={() => isDrawn.current && onClose()}
      onClick={(event) => !isSticky && event.target === dialog.current && onClose()}
    >
      <div class="dialog-body stack">
        <h2 id={id} ref={heading}>
          {title}
        </h2>
        {children}
        {footer && <footer class="row row-end">{footer}</footer>}
        {done && (
          <footer class="row row-end">
            <Button kind="main" onClick={onClose}>
              {done}
            </Button>
          </footer>
        )}
      </div>
    </dialog>
  );
}

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
    if (!focusFirst) return;
    form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
    // What opened it is another element when it is back.
    return focusRest;
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
        <Button type="submit" kind={isDanger ? 'danger' : 'main'} isBusy={of?.isRunning}>
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

/** That another record has already what was refused. */
export interface Taken {
  /** The code of the problem. */
  code: Parameters<typeof isProblem>[1];
  /** What the link to the other record says. */
  label: string;
}

/** A way to the record that has already what was refused. */
export function TakenBy({ error, code, label }: Taken & { error: unknown }) {
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

interface ChangeDialogProps<Made> extends Omit<FormDialogProps, 'of' | 'onSubmit'> {
  /** Sends what the form has. */
  send: (form: Record<string, string>) => Promise<Made>;
  /** What is said when it is done. */
  done?: (made: Made) => string;
  /** What comes then. Without it the dialog closes. */
  then?: (made: Made, form: Record<string, string>) => void;
  taken?: Taken;
}

/** A dialog with a form that sends a change. */
export function ChangeDialog<Made>({
  send,
  done,
  then,
  taken,
  children,
  ...dialog
}: ChangeDialogProps<Made>) {
  const { run, ...change } = useMutation(send, {
    onDone: (made, form) => {
      if (done) toast(done(made));
      then ? then(made, form) : dialog.onClose();
    },
  });
  return (
    <FormDialog {...dialog} of={change} onSubmit={run}>
      {children}
      {taken && <TakenBy error={change.error} {...taken} />}
    </FormDialog>
  );
}

interface SwitchButtonProps {
  isOn: boolean;
  /** What the button is named, and what is said when it is done: to switch off, and to switch on. */
  words: Record<'off' | 'on', { name: string; done: string }>;
  /** Changes the record as it was read. */
  change: (body: { isEnabled: boolean }) => Promise<{ isEnabled: boolean }>;
}

/** Switches a record on or off, and says why if it is not done. */
export function SwitchButton({ isOn, words, change }: SwitchButtonProps) {
  const { run, isRunning, error } = useMutation((body: { isEnabled: boolean }) => orReadAgain(change(body)), {
    onDone: ({ isEnabled }) => toast(words[isEnabled ? 'on' : 'off'].done),
  });
  return (
    <>
      <Button isBusy={isRunning} onClick={() => run({ isEnabled: !isOn })}>
        {words[isOn ? 'off' : 'on'].name}
      </Button>
      <NotDone error={error} />
    </>
  );
}
