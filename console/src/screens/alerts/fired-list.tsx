import { Timeline } from '../../kit/timeline.tsx';
import { kindOf, open } from '../../nav/records.ts';
import { link } from '../../nav/router.ts';
import { type Fired, firedInWords, namesNeeded } from './fired.ts';
import { useRecordNames } from './names.ts';

/** The address of what a firing is about. */
const addressOf = (id: string): string => (kindOf(id) === 'page' ? link('page', { pageId: id }) : open(id));

export interface FiredListProps {
  items: readonly Fired[];
  /** The name of the alert, which a message begins with. */
  name?: string | undefined;
  /** Without links. */
  isPlain?: boolean | undefined;
}

/** What an alert has told, newest first, as sentences that lead to what they are about. */
export function FiredList({ items, name, isPlain = false }: FiredListProps) {
  const nameOf = useRecordNames(namesNeeded(items));
  const words = (fired: Fired) => `${name ? `${name}: ` : ''}${firedInWords(fired, nameOf)}`;
  return (
    <Timeline
      items={items.map((fired, index) => ({
        id: `${fired.firedAt} ${fired.subject} ${index}`,
        at: fired.firedAt,
        title:
          !isPlain && fired.subject !== null && nameOf(fired.subject) ? (
            <a class="sentence" href={addressOf(fired.subject)}>
              {words(fired)}
            </a>
          ) : (
            words(fired)
          ),
      }))}
    />
  );
}
