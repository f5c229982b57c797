import {
  answerOf,
  type Came,
  type CameKind,
  forwarded,
  idOf,
  waysOf,
  whoCame,
  whoWas,
} from '../../analytics/came.ts';
import type { VisitFilter } from '../../analytics/filters.ts';
import { mostItems } from '../../analytics/questions.ts';
import type { Range } from '../../analytics/range.ts';
import { useQuestion } from '../../data/query.ts';
import { useScope } from '../../data/session.ts';
import { Ago } from '../../kit/ago.tsx';
import { Download } from '../../kit/download.tsx';
import { Monogram } from '../../kit/monogram.tsx';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { number, plural } from '../../lib/format.ts';
import { here, link, open, useRoute } from '../../nav/router.ts';
import { cameQuestion, fewCame as few } from './questions.ts';

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

/** One that came: the name, which opens it at the side, and how it is known. */
function Item({ came, name, ways, zone }: { came: Came; name: string; ways: string; zone: string }) {
  const { lastVisitAt, totalSessions, peopleCount } = came;
  return (
    <li>
      <a class="who-name" href={open(idOf(came))}>
        <Monogram name={name} kind={'accountId' in came ? 'account' : 'person'} />
        {name}
      </a>
      <span class="tabular">{plural(totalSessions, 'visit')}</span>
      <span class="note muted">
        {peopleCount !== undefined && `${plural(peopleCount, 'person', 'people')} · `}
        {ways}
      </span>
      <Ago class="note muted tabular" at={lastVisitAt} zone={zone} />
    </li>
  );
}

/** Which companies and persons came, those that came last first. */
export function WhoCame({ range, filter, pageId }: WhoCameProps) {
  const { query } = useRoute();
  const kind: CameKind = query.who === 'people' ? 'person' : 'account';
  const isWhole = query.all === 'who';
  const answer = useQuestion(cameQuestion(query, range, filter));
  const itemOf = (came: Came) => {
    const { name = idOf(came) } = came;
    return { name: 'accountId' in came ? name : whoWas(name, came), ways: waysOf(came) };
  };
  const choices: [value: string | undefined, label: string, of: CameKind][] = [
    [undefined, 'Companies', 'account'],
    ['people', 'People', 'person'],
  ];
  return (
    <>
      <header class="who-head wrap">
        <h2 id="overview-who">Who visited</h2>
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
        <Download
          what={kind === 'account' ? 'Companies that visited' : 'People who visited'}
          of={() => [whoCame(kind, range, { limit: mostItems, filter, names: 'true' })]}
        />
      </header>
      <Await query={{ ...answer, isSlow: false }} skeleton={<Skeleton lines={few + 2} isTable />}>
        {({ kind: shown, items, total, unknown, totalCount }) =>
          items.length === 0 ? (
            <NobodyKnown pageId={pageId} kind={shown} />
          ) : (
            <>
              <p class="who-answer line">{answerOf(total.totalSessions, unknown.totalSessions)}.</p>
              <ul class="who">
                {items.map((came) => (
                  <Item key={idOf(came)} came={came} {...itemOf(came)} zone={range.zone} />
                ))}
              </ul>
              <p class="who-more between">
                {(totalCount > few || isWhole) && (
                  <a href={here({ all: isWhole ? undefined : 'who' })}>
                    {isWhole
                      ? 'Show less'
                      : `Show ${totalCount > mostItems ? `the latest ${mostItems}` : `all ${number(totalCount)}`}`}
                    <span class="visually-hidden"> {shown === 'account' ? 'companies' : 'people'}</span>
                  </a>
                )}
                {shown === 'account' && <a href={link('accounts')}>All companies</a>}
              </p>
              <p class="note muted">{forwarded}</p>
            </>
          )
        }
      </Await>
    </>
  );
}
