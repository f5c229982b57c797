import { loadSampleData } from '@footfall/client';
import { ask, useMutation } from '../../data/api.ts';
import { useScope } from '../../data/session.ts';
import { Button } from '../../kit/button.tsx';
import { NotDone } from '../../kit/form.tsx';
import { toast } from '../../lib/toasts.ts';

/** Fills an empty workspace with sample data, for a key that may. */
export function LoadSample() {
  const isAdmin = useScope('admin');
  const { run, isRunning, error } = useMutation(() => ask(loadSampleData, { body: {} }), {
    onDone: () => toast('Sample data was loaded'),
  });
  if (!isAdmin) return null;
  return (
    <div class="stack-2">
      <p class="row">
        <Button isBusy={isRunning} onClick={() => run(undefined)}>
          Load sample data
        </Button>
        <span class="note muted grow">
          Made-up companies, people and visits, to look around. Nobody is notified, and you can remove all of
          it.
        </span>
      </p>
      <NotDone error={error} />
    </div>
  );
}
