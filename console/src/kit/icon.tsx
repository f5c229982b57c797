const shapes = {
  copy: 'M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  close: 'm4 4 8 8m0-8-8 8',
  menu: 'M2.5 4h11m-11 4h11m-11 4h11',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  external: 'M9.5 2.5h4v4m0-4L8 8M6.5 3.5h-4v10h10v-4',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
};

/** A small drawing in the colour of the text. It says nothing to screen readers: its control has a name. */
export const Icon = ({ name }: { name: keyof typeof shapes }) => (
  <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={shapes[name]} />
  </svg>
);
