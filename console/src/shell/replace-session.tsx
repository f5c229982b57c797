import { useState } from 'preact/hooks';
import { session } from '../data/session.ts';
import { Button } from '../kit/button.tsx';
import { FieldError } from '../kit/field.tsx';
import { Dialog } from '../kit/form.tsx';
import { describeProblem } from '../lib/problem.ts';
import { useStore } from '../lib/store.ts';
import { leaving } from '../nav/router.ts';
import { isShareCode, signInCode } from '../nav/sign-in-code.ts';
import { mayWorkAgain, signInByCode } from '../sign-in/sign-in.ts';

/** A sign-in link or a share link was opened in a tab that is signed in: asks before the link replaces its key. */
export function ReplaceSession({ code }: { code: string }) {
  const current = useStore(session);
  const [problem, setProblem] = useState<string>();
  const [isOver, setOver] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const isShared = isShareCode(code);
  const close = () => signInCode.set(undefined);
  const replace = async () => {
    setRunning(true);
    setProblem(undefined);
    try {
      await signInByCode(code);
      close();
    } catch (error) {
      const { title, detail } = describeProblem(error);
      setProblem(detail ? `${title}. ${detail}` : title);
      setOver(!mayWorkAgain(error));
    }
    setRunning(false);
  };
  return (
    <Dialog
      title={isShared ? 'Open the shared view?' : 'Use the sign-in link?'}
      onClose={close}
      footer={
        <>
          <Button isBusy={isRunning || isOver} onClick={() => leaving(replace)}>
            {isRunning ? 'Signing in …' : problem ? 'Try again' : isShared ? 'Open the view' : 'Use the link'}
          </Button>
          <Button kind="main" onClick={close}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p>
        This tab has the key {current?.name ? `“${current.name}”` : 'of another sign-in'}
        {current?.workspace && ` of the workspace ${current.workspace}`}. The link replaces this key
        {isShared && ' by one that can only read'}, and may lead to another workspace.
      </p>
      <FieldError error={problem} />
    </Dialog>
  );
}
