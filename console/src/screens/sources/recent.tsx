import type { Source } from '@footfall/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Empty } from '../../kit/states.tsx';
import { Timeline } from '../../kit/timeline.tsx';
import { open } from '../../nav/router.ts';
import { useSubjectNames } from '../history/names.ts';
import { typeInWords } from '../timeline/log-types.ts';
import { providers } from './providers.ts';
import { type Received, reasonInWords, receivedInWords } from './words.ts';

/** What to look at when nothing comes. */
function Check({ provider }: { provider: Source['provider'] }) {
  const { label, secret } = providers[provider];
  const who = provider === 'standard-webhooks' ? 'The service' : label;
  return (
    <details>
      <summary>Nothing comes?</summary>
      <ul class="list stack-1">
        <li>Has anything happened since? Most services can send a test: it counts, too.</li>
        <li>
          Is the address the same, to its last character? {who} lists what it has sent, and the answer:{' '}
          <b>404</b> is a wrong address, <b>401</b> a wrong secret.
        </li>
        <li>
          Is <b>{secret}</b> the one of exactly this webhook? What is signed with another secret is not shown
          here, because anybody could have sent it.
        </li>
      </ul>
    </details>
  );
}

/** That the first delivery is awaited, and that it came, which is announced. */
export function Waiting({ source }: { source: Source }) {
  const { hasSecret, receivedCount, provider, recent } = source;
  const [hasWaited, setWaited] = useState(false);
  const isWaiting = hasSecret && receivedCount === 0;
  const part = useRef<HTMLElement>(null);
  const wasWaiting = useRef(isWaiting);
  useEffect(() => {
    if (isWaiting) setWaited(true);
    // What had the focus, the field or the button of the secret, is gone.
    if (isWaiting && !wasWaiting.current && document.activeElement === document.body) part.current?.focus();
    wasWaiting.current = isWaiting;
  }, [isWaiting]);
  const first = hasWaited ? recent.at(-1) : undefined;
  const nameOf = useSubjectNames(first?.personId ? [first.personId] : []);
  if (!isWaiting && !first) return null;
  return (
    <section ref={part} tabIndex={-1} class="stack-2" aria-label="First delivery">
      <div role="status">
        {first ? (
          <p class="good">
            {receivedInWords(first, nameOf(first.personId ?? ''))}{' '}
            {first.personId && <a href={open(first.personId)}>Show the person</a>}
          </p>
        ) : (
          <p>
            <b>Waiting for the first delivery …</b>
          </p>
        )}
      </div>
      {!first && <Check provider={provider} />}
    </section>
  );
}

const tones = { logged: 'good', kept: 'warn', excluded: '' } as const;
const badges = { logged: 'Logged', kept: 'Kept', excluded: 'Left out' } as const;

interface HeadingProps {
  received: Received;
  nameOf: (id: string) => string | undefined;
}

function Heading({ received: { outcome, personId, type }, nameOf }: HeadingProps) {
  return (
    <>
      <span class={`badge badge-${tones[outcome]}`}>{badges[outcome]}</span> {typeInWords(type)}{' '}
      {personId && <a href={open(personId)}>{nameOf(personId) || 'Person'}</a>}
    </>
  );
}

/** The last ten deliveries and what became of them, the newest first. */
export function Recent({ source: { recent } }: { source: Source }) {
  const nameOf = useSubjectNames(recent.flatMap(({ personId }) => personId ?? []));
  if (recent.length === 0) return <Empty title="Nothing has come yet" />;
  return (
    <section class="stack-2" aria-label="The last ten">
      <Timeline
        items={recent.map((received, place) => ({
          // A sender chooses its ids.
          id: `${received.deliveryId} ${place}`,
          at: received.at,
          title: <Heading received={received} nameOf={nameOf} />,
          note: (
            <>
              {received.outcome === 'kept' && reasonInWords(received.reason)}
              <span class="excerpt cut small">{received.deliveryId}</span>
            </>
          ),
        }))}
      />
    </section>
  );
}
