import { describeProblem } from '../lib/problem.ts';

/** Why something was not done: the error of a mutation, beside what asked for it. */
export function NotDone({ error }: { error: unknown }) {
  if (error === undefined) return null;
  const { title, detail, requestId } = describeProblem(error);
  return (
    <p class="field-error" role="alert">
      {title}. {detail} {requestId && <span>Request {requestId}</span>}
    </p>
  );
}
