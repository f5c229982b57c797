import { testWebhook, type Webhook } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, useMutation } from '../../data/api.ts';
import { Button, CopyBlock } from '../../kit/button.tsx';
import { NotDone } from '../../kit/form.tsx';
import { testInWords } from './words.ts';

/** A secret, which is shown this once. */
export const ShownSecret = ({ secret }: { secret: string }) => (
  <>
    <p>
      <b>Copy the secret now.</b> It is shown only once. Your program verifies with it that an event comes
      from Footfall.
    </p>
    <CopyBlock text={secret} what="secret" label="Copy the secret" />
  </>
);

/** The beginning of what a receiver answered: other people's text. */
export function Answer({ text }: { text: string | null }) {
  if (text === null || text === '') return null;
  return (
    <figure class="stack">
      <figcaption class="note muted">What it answered, the first 1,024 bytes</figcaption>
      <div class="copy-block stack-2 box">
        <pre>
          <code>{text}</code>
        </pre>
      </div>
    </figure>
  );
}

/** A button that sends an event which never happened, and what came of it. */
export function TestWebhook({ webhook: { webhookId, format } }: { webhook: Webhook }) {
  const test = useMutation((id: string) => ask(testWebhook, { path: { webhook_id: id } }));
  const [result, setResult] = useState<Awaited<ReturnType<typeof test.run>>>();
  return (
    <div class="stack">
      <div class="row">
        <Button
          isBusy={test.isRunning}
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
