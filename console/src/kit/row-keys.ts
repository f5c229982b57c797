/** Moves the focus among the links of a table's rows: arrows, Home and End. */
export function moveAmongRows(event: KeyboardEvent): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement)) return;
  if (!target.matches('.row-link')) return;
  const links = [...currentTarget.querySelectorAll<HTMLElement>('.row-link')];
  const at = links.indexOf(target);
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: links.length - 1,
  }[key];
  if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const next = links[to];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
