import { testWebhook, type Webhook } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, useMutation } from '../../data/api.ts';
import { Button } from '../../kit/button.tsx';
import { NotDone } from '../../kit/form.tsx';
import { Answer } from './answer.tsx';
import { testInWords } from './words.ts';

/** A button that sends an event which never happened, and what came of it. */
export function TestWebhook({ webhook: { webhookId, format } }: { webhook: Webhook }) {
  const test = useMutation((id: string) => ask(testWebhook, { path: { webhook_id: id } }));
  const [result, setResult] = useState<Awaited<ReturnType<typeof test.run>>>();
  return (
    <div class="stack">
      <div class="row">
        <Button
          disabled={test.isRunning}
          onClick={async () => {
            setResult(undefined);
            setResult(await test.run(webhookId));
          }}
        >
          {test.isRunning ? 'Sending …' : 'Send a test'}
        </Button>
        <span role="status" class={result ? (result.isDelivered ? 'good grow' : 'bad grow') : 'grow'}>
          {result && testInWords(result, format)}
        </span>
      </div>
      <NotDone error={test.error} />
      {result && <Answer text={result.answer} />}
    </div>
  );
}
