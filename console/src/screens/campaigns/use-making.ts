import { archiveCampaign, type Campaign, createCampaign, type Page, updateCampaign } from '@footfall/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Refused } from '../../../../src/lib/import/run.ts';
import { mostQueued } from '../../../../src/visits/campaigns/limits.ts';
import { ask, type MutationState, useMutation } from '../../data/api.ts';
import { refetch } from '../../data/query.ts';
import { plural } from '../../lib/format.ts';
import { announce, toast } from '../../lib/toasts.ts';
import { pathOf, toCampaign, toQueue, whoIsKnown } from './data.ts';
import { countPeople, type PeopleList, writeOf } from './people.ts';
import { labelIn, type Progress } from './send.ts';
import { type SendingState, useSending } from './use-sending.ts';
import { refusedTogether } from './whole-list.ts';
import { allFields, type Texts, usedColumns, wordsOf } from './words.ts';

/** What is written for the people of a list. */
export interface Draft {
  name: string;
  texts: Texts;
  path: string;
  /** Empty: the website of the page. */
  tenantDomainId: string;
}

interface MakingOptions {
  page: Page;
  /** The campaign that the people are added to. */
  campaign: Campaign | undefined;
  list: PeopleList;
  draft: Draft;
  /** The rows that are known not to fit, before the service is asked. */
  misfits: number;
  onDirty: (isDirty: boolean) => void;
  onRunning: (isRunning: boolean) => void;
  onDone: (campaign: Campaign) => void;
}

/** How far the pages of a list are: written, checked, refused in part, made. */
export interface Making {
  step: 'write' | 'check' | 'refused' | 'make';
  /** Who of the list is known. */
  looked: SendingState;
  checked: SendingState;
  made: SendingState;
  /** The people whose pages are made, and the rows that are refused. */
  fit: PeopleList;
  unfit: readonly Refused[];
  /** Saves the words, checks all rows, and makes the pages unless the check finds what was not known. */
  make: MutationState<undefined, void>;
  send: () => void;
  stop: () => void;
  back: () => void;
  finish: () => void;
}

/** Whether a list is so long that the service makes its pages by itself: nobody keeps a tab open for it. */
export const isLong = ({ recipients }: PeopleList): boolean => recipients.length > mostQueued;

const without = (list: PeopleList, refused: readonly Refused[]): PeopleList => {
  const rows = new Set(refused.map(({ row }) => row));
  return { ...list, recipients: list.recipients.filter(({ row }) => !rows.has(row)) };
};

/** Makes the pages of a list: nothing is written before all rows were checked. */
export function useMaking(options: MakingOptions): Making {
  const { page, campaign, list, draft, misfits, onDirty, onRunning, onDone } = options;
  const { name, texts, path, tenantDomainId } = draft;
  const [looked, checked, making] = [useSending(), useSending(), useSending()];
  const [step, setStep] = useState<Making['step']>('write');
  const saved = useRef(campaign);
  const fit = useRef(list);
  const unfit = useRef(list.refused);
  const expected = useRef<Progress['outcomes']>(new Map());
  const used = usedColumns(texts, path);
  const how = {
    writeOf: (one: PeopleList['recipients'][number]) => writeOf(one, used),
    labelOf: labelIn(allFields(page)),
  };
  // Who is known is asked once a list, and not again for other words.
  useEffect(() => {
    looked.reset();
    const areKnown = list.recipients.every(({ who }) => 'personId' in who);
    if (campaign) looked.start({ list, ask: toCampaign(pathOf(campaign), true), ...how });
    else if (!areKnown) looked.start({ list, ask: whoIsKnown, ...how });
  }, [list]);

  const save = async (): Promise<Campaign> => {
    if (campaign) return campaign;
    const body = { name: name.trim(), path: path.trim(), words: wordsOf(page, texts) };
    const before = saved.current;
    if ((before?.tenantDomainId ?? '') === tenantDomainId && before)
      return ask(updateCampaign, { path: pathOf(before), body });
    const made = await ask(createCampaign, {
      path: { page_id: page.pageId },
      body: { ...body, tenantDomainId: tenantDomainId || null },
    });
    // A campaign keeps its domain, and the one on the other has no people yet. If it stays, it does no harm.
    if (before) await ask(archiveCampaign, { path: pathOf(before), body: {} }).catch(() => {});
    return made;
  };
  const finish = () => saved.current && onDone(saved.current);
  const send = async () => {
    if (!saved.current) return;
    setStep('make');
    onRunning(true);
    const path = pathOf(saved.current);
    const isQueued = isLong(fit.current);
    const to = isQueued ? toQueue(path) : toCampaign(path, false);
    const end = await making.start({
      list: fit.current,
      ask: to,
      checked: expected.current,
      ...how,
    });
    onRunning(false);
    refetch();
    if (!end) return;
    onDirty(false);
    const made = fit.current.recipients.filter(({ row }) => end.outcomes.has(row));
    const count = plural(countPeople(made), 'page');
    const done = isQueued ? `${count} on their way` : `${count} made`;
    if (end.refused.length + unfit.current.length > 0) return announce(done);
    toast(done);
    finish();
  };
  const make = useMutation(async () => {
    saved.current = await save();
    setStep('check');
    checked.reset();
    onRunning(true);
    const end = await checked.start({ list, ask: toCampaign(pathOf(saved.current), true), ...how });
    onRunning(false);
    if (!end) return;
    expected.current = end.outcomes;
    const refused = [...end.refused, ...refusedTogether(list, end, saved.current)];
    fit.current = without(list, refused);
    unfit.current = [...list.refused, ...refused];
    // What was known before is not asked about again.
    if (refused.length > misfits || fit.current.recipients.length === 0) setStep('refused');
    else send();
  });
  return {
    step,
    looked: looked.state,
    checked: checked.state,
    made: making.state,
    fit: fit.current,
    unfit: unfit.current,
    make,
    send,
    stop: making.stop,
    back: () => {
      checked.stop();
      setStep('write');
    },
    finish,
  };
}
