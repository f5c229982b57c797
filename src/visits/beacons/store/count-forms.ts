import type { Database } from '../../../db/client.ts';
import { formHash, namesSender } from '../form.ts';
import type { VerifiedMessage, VisitMessage } from '../schemas.ts';
import { countForms, type FormLimit } from './form-limit.ts';

/** A visit without its form: the limit applies to forms only. */
function withoutForm({ visit: { formSubmit: _, ...visit }, ...message }: VisitMessage): VisitMessage {
  return { ...message, visit };
}

/** Counts, in one round trip, the forms that were not counted when received. Visits lose those beyond the limit. */
export async function countLate(
  db: Database,
  messages: VerifiedMessage[],
  limit: FormLimit,
): Promise<VerifiedMessage[]> {
  const late = messages.flatMap((message) => {
    if (!('visit' in message)) return [];
    const { uncounted, visit, receivedAt } = message;
    return uncounted && namesSender(visit.formSubmit)
      ? [{ message, submit: { ...uncounted, formHash: formHash(visit, visit.formSubmit), receivedAt } }]
      : [];
  });
  if (late.length === 0) return messages;
  const taken = await countForms(
    db,
    late.map(({ submit }) => submit),
    limit,
  );
  const counted = new Map(
    late.map(({ message }, index): [VerifiedMessage, VisitMessage] => {
      const outcome = taken[index];
      if (!outcome || 'wait' in outcome) return [message, withoutForm(message)];
      return [message, { ...message, formReceivedAt: outcome.receivedAt }];
    }),
  );
  return messages.map((message) => counted.get(message) ?? message);
}
