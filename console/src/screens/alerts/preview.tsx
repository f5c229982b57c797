import { type AlertCreate, type AlertPreview, previewAlert } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, useMutation } from '../../data/api.ts';
import { Button } from '../../kit/button.tsx';
import { NotDone } from '../../kit/form.tsx';
import { plural } from '../../lib/format.ts';
import { FiredList } from './fired-list.tsx';

/** How many there were, in words. */
const counted = ({ items, isCut }: AlertPreview): string => {
  if (items.length === 0)
    return isCut
      ? 'It would have sent nothing for the latest 10,000 visits. Earlier visits of the last 7 days were not checked.'
      : 'It would have sent nothing in the last 7 days.';
  return isCut
    ? `It would have sent at least ${plural(items.length, 'message')} in the last 7 days. The newest:`
    : `It would have sent ${plural(items.length, 'message')} in the last 7 days:`;
};

export interface PreviewProps {
  body: AlertCreate;
  /** It stands in a form, which no link leaves. */
  isPlain?: boolean;
}

/** A button that shows what an alert would have sent in the last 7 days. Nothing is sent. */
export function Preview({ body, isPlain }: PreviewProps) {
  const preview = useMutation((of: AlertCreate) => ask(previewAlert, { body: of }));
  const [shown, setShown] = useState<{ of: string; answer: AlertPreview }>();
  const of = JSON.stringify([body.condition, body.timezone]);
  // What was asked for another condition, or with other days, says nothing of this one.
  const answer = shown?.of === of ? shown.answer : undefined;
  return (
    <div class="stack">
      <p>
        <Button
          disabled={preview.isRunning}
          onClick={async () => {
            const found = await preview.run(body);
            if (found) setShown({ of, answer: found });
          }}
        >
          {preview.isRunning ? 'Checking …' : 'What would it have sent?'}
        </Button>
      </p>
      <div role="status" class="stack">
        {answer && <p>{counted(answer)}</p>}
        {answer && answer.items.length > 0 && (
          <FiredList items={answer.items} name={body.name} isPlain={isPlain} />
        )}
      </div>
      <NotDone error={preview.error} />
    </div>
  );
}
