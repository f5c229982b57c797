import {
  answerOf,
  type Came,
  type CameKind,
  idOf,
  lastDeed,
  pagesInWords,
  waysOf,
  whoCame,
  whoWas,
} from '../../analytics/came.ts';
import type { VisitFilter } from '../../analytics/filters.ts';
import { HotMark, hotFrom, isHot } from '../../analytics/hot.tsx';
import { mostItems } from '../../analytics/questions.ts';
import type { Range } from '../../analytics/range.ts';
import { useQuestion } from '../../data/query.ts';
import { useScope } from '../../data/session.ts';
import { Ago } from '../../kit/ago.tsx';
import { Download } from '../../kit/download.tsx';
import { Monogram } from '../../kit/monogram.tsx';
import { Await, Empty } from '../../kit/states.tsx';
import { number, plural } from '../../lib/format.ts';
import { here, link, open, useRoute } from '../../nav/router.ts';
import { cameQuestion, fewCame as few } from './questions.ts';
import { CameRoom, cameNote } from './who-room.tsx';

/** What visits say, in the sentence of the answer. */
const whoOf: Record<CameKind, string> = { account: 'company', person: 'person' };

interface WhoCameProps {
  range: Range;
  filter: VisitFilter;
  /** A page of which an audience for one person can be made. */
  pageId: string | undefined;
}

/** How a company becomes known, and what to do for it. */
function NobodyKnown({ pageId, kind }: Pick<WhoCameProps, 'pageId'> & { kind: CameKind }) {
  const mayWrite = useScope('write');
  return (
    <Empty title={`No visits of a known ${whoOf[kind]}`}>
      <p>
        A company becomes known in two ways: a personal link of one of its people is opened, or one of them
        sends a form.
      </p>
      {pageId && mayWrite && (
        <p>
          <a class="button" href={link('page', { pageId }, { view: 'audiences', new: 'audience' })}>
            Create a link for a person
          </a>
        </p>
      )}
    </Empty>
  );
}

interface ItemProps {
  came: Came;
  isHot: boolean;
  zone: string;
}

/** One that came: the name, which opens it at the side, the pages that it saw, and what was done last. */
function Item({ came, isHot: isOne, zone }: ItemProps) {
  const { lastVisitAt, totalSessions, latestVisit, name = idOf(came) } = came;
  const isCompany = 'accountId' in came;
  return (
    <li class="came-item">
      <Monogram name={name} kind={isCompany ? 'account' : 'person'} />
      <div class="grow">
        <div class="row">
          <a class="who-name cut" href={open(idOf(came))}>
            {isCompany ? name : whoWas(name, came)}
          </a>
          {isOne && <HotMark />}
          <span class="grow" />
          <span class="tabular">{plural(totalSessions, 'visit')}</span>
        </div>
        <p class="note muted cut" title={waysOf(came)}>
          {pagesInWords(came)}
        </p>
        <p class="note row">
          <span class="cut grow">{latestVisit ? lastDeed(latestVisit, isCompany) : waysOf(came)}</span>
          <Ago class="muted tabular" at={lastVisitAt} zone={zone} />
        </p>
      </div>
    </li>
  );
}

/** Which companies and persons came, those that came last first. */
export function WhoCame({ range, filter, pageId }: WhoCameProps) {
  const { query } = useRoute();
  const kind: CameKind = query.who === 'people' ? 'person' : 'account';
  const isWhole = query.all === 'who';
  const answer = useQuestion(cameQuestion(query, range, filter));
  const from = answer.data && hotFrom(answer.data);
  const { total, unknown } = answer.data ?? {};
  const choices: [value: string | undefined, label: string, of: CameKind][] = [
    [undefined, 'Companies', 'account'],
    ['people', 'People', 'person'],
  ];
  return (
    <>
      <header class="who-head wrap">
        <h2 id="overview-who">Who visited</h2>
        <span class="muted who-answer">
          {total && unknown && `${answerOf(total.totalSessions, unknown.totalSessions)}.`}
        </span>
        <span class="grow" />
        <nav class="panel-choices wrap small" aria-label="Who visited">
          {choices.map(([value, label, of]) => (
            <a
              key={of}
              href={here({ who: value, all: undefined })}
              aria-current={of === kind ? 'true' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
        <a class="small" href={link(kind === 'account' ? 'accounts' : 'persons')}>
          {kind === 'account' ? 'All companies' : 'All people'}
        </a>
        <Download
          what={kind === 'account' ? 'Companies that visited' : 'People who visited'}
          of={() => [whoCame(kind, range, { limit: mostItems, filter, names: 'true' })]}
        />
      </header>
      <Await query={answer} what="who visited" skeleton={<CameRoom />}>
        {({ kind: shown, items }) =>
          items.length === 0 ? (
            <NobodyKnown pageId={pageId} kind={shown} />
          ) : (
            <div class="who-grid">
              <ul class={isWhole ? 'came-grid' : 'came-grid is-few'}>
                {items.map((came) => (
                  <Item
                    key={idOf(came)}
                    came={came}
                    isHot={from !== undefined && isHot(came, from)}
                    zone={range.zone}
                  />
                ))}
              </ul>
            </div>
          )
        }
      </Await>
      <p class="note muted who-more between">
        <span>{cameNote(from)}</span>
        {answer.data && (answer.data.totalCount > few || isWhole) && (
          <a href={here({ all: isWhole ? undefined : 'who' })}>
            {isWhole
              ? 'Show less'
              : `Show ${answer.data.totalCount > mostItems ? `the latest ${mostItems}` : `all ${number(answer.data.totalCount)}`}`}
            <span class="visually-hidden"> {answer.data.kind === 'account' ? 'companies' : 'people'}</span>
          </a>
        )}
      </p>
    </>
  );
}
