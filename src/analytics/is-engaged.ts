import { engagedFrom } from '../vocabulary/measures.ts';

/** SQL of the condition that a visit is no bounce: see isBounce in vocabulary/measures.ts. `row`: the name of its row. */
export const isEngaged = (row: string): string =>
  `(${row}.engaged_ms >= ${engagedFrom} OR ${row}.total_clicks_count > 0 OR ${row}.questions_asked_count > 0
    OR ${row}.form_state > 0 OR ${row}.has_conversion)`;

/** SQL of the condition that a visit is an engaged one of a recipient, in which something moved. `recipient`: a column. */
export const isRecipientVisit = (row: string, recipient: string): string =>
  `(${row}.has_input AND ${row}.${recipient} <> '' AND ${isEngaged(row)})`;
