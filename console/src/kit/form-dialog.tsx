import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';
import { Form, type FormProps } from './form.tsx';

export interface FormDialogProps extends Omit<FormProps, 'onCancel'> {
  title: string;
  class?: string;
  /** What stands above the form. */
  intro?: ComponentChildren;
  onClose: () => void;
}

/** A dialog with a form. Without fields it asks before something is done. */
export const FormDialog = ({ title, class: name, intro, onClose, ...form }: FormDialogProps) => (
  <Dialog title={title} onClose={onClose} class={name}>
    {intro}
    <Form {...form} onCancel={onClose} />
  </Dialog>
);
