import { FieldError } from '../kit/field-error.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

export interface OpenSharedProps {
  workspace: string | undefined;
  /** Why it did not open, if it may work when it is tried again. */
  problem: string | undefined;
  isRunning: boolean;
  onRetry: () => void;
}

/** A share link is being opened. It needs no click: nothing is used up. */
export const OpenShared = ({ workspace, problem, isRunning, onRetry }: OpenSharedProps) => (
  <SignInFrame onSubmit={() => !isRunning && onRetry()}>
    <p role="status">
      Opening a view of the workspace <b>{workspace}</b> that somebody shared with you …
    </p>
    {problem && (
      <>
        <FieldError error={problem} />
        <button type="submit" class="button button-main" aria-disabled={isRunning}>
          {isRunning ? 'Opening …' : 'Try again'}
        </button>
      </>
    )}
  </SignInFrame>
);
