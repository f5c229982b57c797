import { getSampleData, removeSampleData } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask, useAnswer } from '../data/api.ts';
import { useScope } from '../data/session.ts';
import { Button } from '../kit/button.tsx';
import { ChangeDialog } from '../kit/form.tsx';

/** A line at the bottom of each screen while there is sample data, which removes it. */
export function SampleBar() {
  const mayRemove = useScope('admin');
  const [isAsking, setAsking] = useState(false);
  const { data } = useAnswer('sample-data', getSampleData, {});
  if (!data?.loadedAt) return null;
  return (
    <aside class="sample-bar row" aria-label="Sample data">
      <span>
        <b>This workspace shows sample data.</b> Its companies, people and visits are made up.
      </span>
      {mayRemove && <Button onClick={() => setAsking(true)}>Remove the sample data</Button>}
      {isAsking && (
        <ChangeDialog
          title="Remove the sample data?"
          submit="Remove"
          intro={
            <>
              <p>
                Its pages, companies, people and visits go, and what was made of them, such as links to these
                pages. What you have added yourself stays. Nobody is notified.
              </p>
              <p>
                Alerts, views and share links of these pages stay: delete them where you made them. An
                audience of your own page for a sample person stays too, for nobody.
              </p>
            </>
          }
          send={() => ask(removeSampleData, {})}
          done={() => 'The sample data was removed'}
          onClose={() => setAsking(false)}
        />
      )}
    </aside>
  );
}
