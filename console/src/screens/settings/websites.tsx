import type { Website } from '@footfall/client';
import { RefusedList } from '../../analytics/tag.tsx';
import { useDeleting } from '../../data/deleting.ts';
import { useScope } from '../../data/session.ts';
import { allow, isNothingRefused, removeWebsite, useRefused, useWebsites } from '../../data/websites.ts';
import { Ago } from '../../kit/ago.tsx';
import { Button, NewButton } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { ChangeDialog } from '../../kit/form.tsx';
import { withScope } from '../../kit/scope.tsx';
import { Empty } from '../../kit/states.tsx';
import { type Column, column, TableOf } from '../../kit/table.tsx';
import { plural } from '../../lib/format.ts';
import { here, link, useNew } from '../../nav/router.ts';

/** How often what was refused is asked for, in milliseconds. */
const often = 10_000;

const columns: Column<Website>[] = [
  column('origin', 'Website', {}, ({ origin }) => origin),
  column('since', 'Since', { isNumber: true, notOnPhone: true }, ({ createdAt }) => <Ago at={createdAt} />),
];

const removal: Column<Website> = column('remove', 'Remove', { isNumber: true }, (website) => (
  <Button kind="delete" onClick={() => removeWebsite(website)}>
    Remove<span class="visually-hidden"> {website.origin}</span>
  </Button>
));

const AddWebsite = ({ onClose }: { onClose: () => void }) => (
  <ChangeDialog
    title="New website"
    submit="Add the website"
    send={({ origin = '' }) => allow(origin.trim())}
    done={({ origin }) => `Visits from ${origin} count from now on, within ten seconds`}
    onClose={onClose}
  >
    <TextField
      label="Address"
      name="origin"
      placeholder="https://www.your-company.example"
      hint="With https:// in front. A name with www. and one without are two websites."
    />
  </ChangeDialog>
);

function Refused() {
  const refused = useRefused(often).data;
  if (!refused || isNothingRefused(refused)) return null;
  return (
    <section class="stack" aria-labelledby="refused">
      <h2 id="refused">Refused</h2>
      <RefusedList refused={refused} />
      <p class="note muted">
        Allow only your own websites. Anyone can send such requests with the key in a page, and name any
        website or page.
      </p>
    </section>
  );
}

/** What keys for words asked for in vain, which may be somebody who guesses personal links. */
function Missed() {
  const missed = useRefused(often).data?.missedPaths;
  if (!missed?.latestAt) return null;
  const { missedCount, slowedCount, latestAt } = missed;
  return (
    <section class="stack" aria-labelledby="missed">
      <h2 id="missed">Not found</h2>
      <p>
        Your website asked for words of {plural(missedCount, 'address', 'addresses')} that nobody has in 7
        days, the last <Ago at={latestAt} />.
        {slowedCount > 0 &&
          ` ${plural(slowedCount, 'request')} came too fast and got no answer: somebody may be guessing personal links.`}
      </p>
      <p class="note muted">Old links and programs that look for weak websites cause some every day.</p>
    </section>
  );
}

/** Which websites may send visits, and which were refused? */
export const Websites = withScope('read', 'see the websites', () => {
  const mayWrite = useScope('write');
  const [wanted, close] = useNew();
  const websites = useWebsites();
  const isDeleting = useDeleting();
  const data = websites.data?.filter(({ websiteId }) => !isDeleting(websiteId));
  return (
    <>
      <div class="row filters">
        <p class="muted grow">
          Visits count from these websites, and from the origins in the setting <code>VISIT_ORIGINS</code>.{' '}
          <a href={link('settings', {}, { new: 'website' })}>Create a script with its key</a>
        </p>
        <NewButton what="website" label="New website" />
      </div>
      <TableOf
        of={{ ...websites, data }}
        empty={
          <Empty title="No websites yet">
            Browsers may send visits from a website once it is listed here.{' '}
            {mayWrite && <a href={here({ new: 'website' })}>Add the first website</a>}
          </Empty>
        }
        label="Websites"
        columns={mayWrite ? [...columns, removal] : columns}
        keyOf={({ websiteId }) => websiteId}
      />
      <Refused />
      <Missed />
      {wanted === 'website' && mayWrite && <AddWebsite onClose={close} />}
    </>
  );
});
