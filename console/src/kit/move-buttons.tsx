import { Button, Icon } from './button.tsx';

interface MoveButtonsProps {
  /** What is moved, for screen readers. */
  what: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
}

/** Two buttons that move an item of a list up and down. */
export function MoveButtons({ what, index, count, onMove }: MoveButtonsProps) {
  return (
    <span class="move">
      <Button
        kind="icon"
        aria-label={`Move ${what} up`}
        title="Move up"
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <Icon name="up" />
      </Button>
      <Button
        kind="icon"
        aria-label={`Move ${what} down`}
        title="Move down"
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <Icon name="down" />
      </Button>
    </span>
  );
}
