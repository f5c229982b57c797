export interface OpenSharedProps {
  workspace: string | undefined;
  /** Why it did not open, if it may work when it is tried again. */
  problem: string | undefined;
  isRunning: boolean;
  onRetry: () => void;
}

/** A share link is being opened. It needs no click: nothing is used up. */
export function OpenShared({ workspace, problem, isRunning, onRetry }: OpenSharedProps) {
  return (
    <main class="sign-in">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRunning) onRetry();
        }}
      >
        <h1 class="brand">
          <span class="mark" />
          Footfall
        </h1>
        <p role="status">
          Opening a view of the workspace <b>{workspace}</b> that somebody shared with you …
        </p>
        {problem && (
          <>
            <p class="field-error" role="alert">
              {problem}
            </p>
            <button type="submit" class="button button-main" aria-disabled={isRunning}>
              {isRunning ? 'Opening …' : 'Try again'}
            </button>
          </>
        )}
      </form>
    </main>
  );
}
