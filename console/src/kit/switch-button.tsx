import { orReadAgain, useMutation } from '../data/api.ts';
import { toast } from '../lib/toasts.ts';
import { Button } from './button.tsx';
import { NotDone } from './form.tsx';

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
      <Button disabled={isRunning} onClick={() => run({ isEnabled: !isOn })}>
        {words[isOn ? 'off' : 'on'].name}
      </Button>
      <NotDone error={error} />
    </>
  );
}
