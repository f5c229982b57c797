import type { Bindings } from '../bindings.ts';

/** Whether visits have recipients: unless `RECIPIENTS` says something other than `on`. */
export const hasRecipients = ({ RECIPIENTS = '' }: Pick<Bindings, 'RECIPIENTS'>): boolean =>
  ['', 'on'].includes(RECIPIENTS);
