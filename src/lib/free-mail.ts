import commonProviders from 'email-providers/common.json' with { type: 'json' };

/** Addresses that providers of the list hand out under a second name. */
const aliases =
  'bk.ru fastmail.com fastmail.fm googlemail.com gmx.ch inbox.ru list.ru pm.me rocketmail.com tuta.io tutanota.com tutanota.de ya.ru ymail.com';
const freeMail = new Set([...commonProviders, ...aliases.split(' ')]);

/** Whether anyone can get an address there, so that sharing the domain says nothing of a company. */
export const isFreeMail = (domain: string): boolean => freeMail.has(domain);
