import { Drawing } from './icon.tsx';

const shapes = {
  external: 'M9.5 2.5h4v4m0-4L8 8M6.5 3.5h-4v10h10v-4',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
};

/** A drawing of where something goes. It says nothing to screen readers: its control has a name. */
export const Arrow = ({ name }: { name: keyof typeof shapes }) => <Drawing shape={shapes[name]} />;
