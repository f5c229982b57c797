/** A text without case and accents, which not every keyboard has. */
const plain = (text: string) => text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

/** Whether what was typed is a name or an email. */
export const isSameText = (typed: string, of: string | null): boolean =>
  of !== null && plain(of) !== '' && plain(typed) === plain(of);
