import {
  type Campaign,
  type CampaignRow,
  ifMatch,
  type Page,
  publishCampaign,
  updateCampaign,
} from '@footfall/client';
import { useMemo, useState } from 'preact/hooks';
import { ask, askResponse, type Match, orReadAgain, useMutation } from '../../data/api.ts';
import { Button } from '../../kit/button.tsx';
import { FieldErrors, TextField } from '../../kit/field.tsx';
import { Dialog, NotDone } from '../../kit/form.tsx';
import { plural } from '../../lib/format.ts';
import { pathOf } from './data.ts';
import { columnsNamed, type ListColumn } from './people.ts';
import { missingIn, Preview } from './preview.tsx';
import { errorsIn, type Texts, textsOf, wordsOf } from './words.ts';
import { WriteWords } from './write-words.tsx';

interface ChangeWordsProps {
  page: Page;
  campaign: Campaign;
  match: Match;
  /** The first people of the campaign. */
  rows: readonly CampaignRow[];
  onClose: () => void;
}

/** The columns that the rows of a campaign have, or its words use. */
function columnsOf(campaign: Campaign, rows: readonly CampaignRow[]): ListColumn[] {
  const names = new Set([...rows.flatMap(({ columns }) => Object.keys(columns)), ...campaign.columns]);
  return columnsNamed([...names]);
}

/** A dialog that changes the words of a campaign, and publishes them for all of its people. */
export function ChangeWords({ page, campaign, match, rows, onClose }: ChangeWordsProps) {
  const [texts, setTexts] = useState<Texts>(() => textsOf(page, campaign.words));
  const [path, setPath] = useState(campaign.path);
  const [name, setName] = useState(campaign.name);
  const [isAsking, setAsking] = useState(false);
  const columns = useMemo(() => columnsOf(campaign, rows), [campaign, rows]);
  const people = useMemo(
    () => rows.map(({ personName, columns: values }) => ({ name: personName, values })),
    [rows],
  );
  const [start] = useState({ texts, path, name });
  const isDirty = start.texts !== texts || start.path !== path || start.name !== name;
  // Pages have no name of the campaign, and links stay: with another name or path, nobody's page changes.
  const isPublished = campaign.rowsCount > 0 && (start.texts !== texts || !isDirty);
  const publish = useMutation(
    async () => {
      const { response } = await orReadAgain(
        askResponse(updateCampaign, {
          path: pathOf(campaign),
          body: { name: name.trim(), path: path.trim(), words: wordsOf(page, texts) },
          headers: match,
        }),
      );
      if (!isPublished) return;
      await ask(publishCampaign, { path: pathOf(campaign), body: {}, headers: ifMatch(response) });
    },
    { onDone: onClose },
  );
  const errors = errorsIn(publish.error);
  const leave = () => (isDirty ? setAsking(true) : onClose());
  const label = isPublished ? `Publish for all ${plural(campaign.rowsCount, 'page')}` : 'Save';
  return (
    <Dialog title={`Change the words of ${campaign.name}`} class="dialog-campaign" onClose={leave}>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          publish.run(undefined);
        }}
      >
        <p class="muted">
          Links stay as they are. The new words go live for one after the other, and you can stop and roll
          back.
        </p>
        <div class="compose">
          <FieldErrors value={errors}>
            <div class="stack">
              <TextField label="Name of the campaign" name="name" value={campaign.name} onInput={setName} />
              <WriteWords
                page={page}
                columns={columns}
                isWhole={(column) => rows.every(({ columns: of }) => (of[column] ?? '') !== '')}
                texts={texts}
                onText={(id, text) => setTexts((now) => ({ ...now, [id]: text }))}
                path={path}
                onPath={setPath}
              />
            </div>
          </FieldErrors>
          <Preview
            page={page}
            texts={texts}
            path={path}
            people={people}
            columns={columns}
            missing={missingIn(page, texts, path, people)}
            total={campaign.rowsCount}
            links={rows.map(({ url }) => url)}
          />
        </div>
        {errors.size === 0 && <NotDone error={publish.error} />}
        <footer class="row row-end">
          <Button onClick={leave}>Cancel</Button>
          <Button type="submit" kind="main" isBusy={publish.isRunning}>
            {label}
          </Button>
        </footer>
      </form>
      {isAsking && (
        <Dialog
          title="Close without publishing?"
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button kind="danger" onClick={onClose}>
                Close
              </Button>
              <Button kind="main" onClick={() => setAsking(false)}>
                Stay
              </Button>
            </>
          }
        >
          <p>What you wrote here is not kept.</p>
        </Dialog>
      )}
    </Dialog>
  );
}
