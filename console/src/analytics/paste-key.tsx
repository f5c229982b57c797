import { createPersonLog, getCurrentApiKey, isProblem } from '@footfall/client';
import { useState } from 'preact/hooks';
import { tokenPattern } from '../../../src/lib/token-pattern.ts';
import { clientWith, useMutation } from '../data/api.ts';
import { TextField } from '../kit/field.tsx';
import { Form } from '../kit/form.tsx';
import { describeProblem } from '../lib/problem.ts';

const keyPattern = tokenPattern('ff');
const isPublic = 'Everyone can read it in a page, so it must have the scope collect only.';

/**
 * Why a key cannot stand in a page that everyone can read, or undefined if it can. To a key that may only send visits,
 * or only write logs, the service does not say what it is. Throws a FootfallProblem when the service does not answer.
 */
async function whyNot(key: string): Promise<string | undefined> {
  if (!keyPattern.test(key)) return 'This is not a Footfall key. A key begins with ff_.';
  const client = clientWith(key);
  try {
    const { data } = await getCurrentApiKey({ client });
    return `This key may do more than send visits (${data.scopes.join(', ')}). ${isPublic}`;
  } catch (error) {
    if (isProblem(error, 'invalid_api_key')) return 'This key is unknown or has expired.';
    if (!isProblem(error, 'insufficient_scope')) throw error;
  }
  try {
    // No log has this field: the service refuses it, and writes nothing.
    await createPersonLog({ client, body: { isQuestion: true } as never });
  } catch (error) {
    if (isProblem(error, 'insufficient_scope')) return undefined;
    if (!isProblem(error, 'validation_failed')) throw error;
  }
  return `This key may write logs. ${isPublic}`;
}

export interface PasteKeyProps {
  /** A key can also be created. */
  isOther: boolean;
  onKey: (key: string) => void;
}

/** Takes a key that somebody has, for the tag: the service shows a key only when it is made. */
export function PasteKey({ isOther, onKey }: PasteKeyProps) {
  const [refusal, setRefusal] = useState<string>();
  const use = useMutation(async (form: Record<string, string>) => {
    const key = (form.key ?? '').trim();
    const reason = await whyNot(key);
    setRefusal(reason);
    if (reason === undefined) onKey(key);
  });
  const problem = use.error === undefined ? undefined : describeProblem(use.error);
  return (
    <details class="paste-key" open={!isOther}>
      <summary>{isOther ? 'Or paste an existing key' : 'Paste the key of this website'}</summary>
      <Form submit="Show the script with it" onSubmit={use.run} of={{ isRunning: use.isRunning }}>
        <TextField
          label="Key"
          name="key"
          placeholder="ff_…"
          hint={
            <>
              With the scope <code>collect</code> and no other. Someone who manages keys can create one in
              Settings.
            </>
          }
          error={problem ? `${problem.title}. ${problem.detail ?? ''}` : refusal}
          required
        />
      </Form>
    </details>
  );
}
