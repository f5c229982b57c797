import type { Campaign, Page } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { domainChoices, domainOf, suggestedDomain, useDomains } from '../../data/domains.ts';
import { originOf } from '../../data/websites.ts';
import { Button } from '../../kit/button.tsx';
import { FieldErrors, SelectField, TextField } from '../../kit/field.tsx';
import { NotDone } from '../../kit/form.tsx';
import { number, plural } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { RefusedRows, whoInWords } from './outcome.tsx';
import { countPeople, type PeopleList, recipientName, suggestedPath } from './people.ts';
import { missingIn, Preview } from './preview.tsx';
import { Checking, Made } from './steps.tsx';
import { useMaking } from './use-making.ts';
import { newIn, samePaths, serialsIn } from './whole-list.ts';
import { errorsIn, type Texts, textsOf, usedColumns } from './words.ts';
import { WriteWords } from './write-words.tsx';

export interface ComposeProps {
  page: Page;
  /** The campaign that the people are added to. Without one, a new one is written. */
  campaign: Campaign | undefined;
  list: PeopleList;
  /** The name that is offered for a new campaign. */
  name: string;
  /** How the columns are read, which can be changed. */
  columns?: ComponentChildren;
  onDirty: (isDirty: boolean) => void;
  onRunning: (isRunning: boolean) => void;
  /** Closes the dialog, after a question if something would be lost. */
  onLeave: () => void;
  /** Closes the dialog, and opens the campaign. */
  onDone: (campaign: Campaign) => void;
}

/** The words for the people of a list, what they get, and the making of their pages. */
export function Compose(props: ComposeProps) {
  const { page, campaign, list, columns, onDirty, onLeave } = props;
  const [texts, setTexts] = useState<Texts>(() => (campaign ? textsOf(page, campaign.words) : {}));
  const [written, setPath] = useState<string>();
  const [name, setName] = useState(props.name);
  const [domainId, setDomainId] = useState<string>();
  const domains = useDomains();
  const path = campaign?.path ?? written ?? suggestedPath(list);
  const suggested = suggestedDomain(page.url, domains.data ?? []);
  const tenantDomainId = (campaign ? campaign.tenantDomainId : domainId) ?? (campaign ? '' : suggested);
  const domain = domainOf({ tenantDomainId: tenantDomainId || null }, domains.data);
  const origin = domain === undefined ? (originOf(page.url) ?? '') : `https://${domain}`;
  const people = useMemo(
    () => list.recipients.map((one) => ({ name: recipientName(one), values: one.values, row: one.row })),
    [list],
  );
  const missing = useMemo(() => missingIn(page, texts, path, people), [page, texts, path, people]);
  const [expected, setExpected] = useState(0);
  const making = useMaking({ ...props, draft: { name, texts, path, tenantDomainId }, misfits: expected });
  const { step, looked, make } = making;
  const { progress: seen } = looked;
  const refused = new Set(seen.refused.map(({ row }) => row));
  // In a campaign that is there, those who have a link keep it.
  const added = useMemo(
    () => (campaign ? newIn(list, seen) : list.recipients),
    [campaign, list, seen.outcomes],
  );
  const same = useMemo(() => samePaths(path, added), [path, added]);
  const serials = useMemo(() => serialsIn(usedColumns(texts, path), list.recipients), [texts, path, list]);
  const isTaken = campaign?.onPathTaken === 'refuse';
  const second = new Set(isTaken ? [...same.keys()].map(({ row }) => row) : []);
  const known = list.recipients.filter(({ row }) => !refused.has(row));
  const lacking = new Set(people.filter((one) => missing.people.has(one)).map(({ row }) => row));
  const fit = known.filter(({ row }) => !lacking.has(row) && !second.has(row));
  const misfits = list.recipients.length - fit.length;
  if (misfits !== expected) setExpected(misfits);
  if (step === 'make') return <Made list={list} making={making} onLeave={onLeave} />;
  if (step !== 'write') return <Checking list={list} making={making} />;

  const count = countPeople(fit);
  const isWritten = Object.values(texts).some((text) => text.trim() !== '');
  const areKnown = list.recipients.every(({ who }) => 'personId' in who);
  const errors = errorsIn(make.error);
  return (
    <form
      class="stack"
      noValidate
      onInput={() => onDirty(true)}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWritten || campaign) make.run(undefined);
        else toast('Write at least one text: otherwise all pages say the same as now.');
      }}
    >
      <p role="status">
        {looked.isRunning
          ? `Looking at ${plural(people.length, 'row')} …`
          : areKnown
            ? plural(people.length, 'person', 'people')
            : whoInWords(
                known.length,
                countPeople(known),
                seen.newPersons,
                refused.size + list.refused.length,
              )}
      </p>
      <NotDone error={looked.error} />
      {columns}
      <RefusedRows list={list} refused={[...list.refused, ...seen.refused]} />
      <div class="compose">
        {!campaign && (
          <FieldErrors value={errors}>
            <div class="stack">
              <TextField label="Name of the campaign" name="name" value={name} onInput={setName} />
              <WriteWords
                page={page}
                columns={list.columns}
                isWhole={(column) => people.every(({ values }) => values[column] !== undefined)}
                texts={texts}
                onText={(id, text) => setTexts((now) => ({ ...now, [id]: text }))}
                path={path}
                onPath={setPath}
              />
              {(domains.data?.length ?? 0) > 0 && (
                <SelectField
                  label="Domain of the links"
                  name="tenantDomainId"
                  value={tenantDomainId}
                  options={domainChoices(domains.data ?? [], page.url)}
                  onChange={setDomainId}
                />
              )}
            </div>
          </FieldErrors>
        )}
        <Preview
          page={page}
          texts={texts}
          path={path}
          origin={origin}
          people={people}
          missing={missing}
          same={{ count: same.size, isRefused: isTaken }}
          serials={serials}
          columns={list.columns}
          total={people.length}
        />
      </div>
      {errors.size === 0 && <NotDone error={make.error} />}
      <footer class="row row-end">
        <Button onClick={onLeave}>Cancel</Button>
        <Button type="submit" kind="main" isBusy={make.isRunning} disabled={count === 0}>
          Make {number(count)} {count === 1 ? 'page' : 'pages'}
        </Button>
      </footer>
    </form>
  );
}
