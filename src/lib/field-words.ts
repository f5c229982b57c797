/** Fields that change, by their names in events, as people call them. */
export const fieldWords: Record<string, string> = {
  name: 'the name',
  email: 'the email',
  domain: 'the company domain',
  phoneNumber: 'the phone',
  linkedinProfileUrl: 'LinkedIn',
  title: 'the title',
  url: 'the address',
  metadata: 'the words',
  customName: 'the name',
  personId: 'the person',
  metadataOverride: 'the words',
  supplementaryContext: 'the context',
  actionUrlOverride: 'where the button leads',
  actionFormIdOverride: 'the form',
  actionFormInstructionsOverride: 'the form instructions',
  path: 'the path',
  tenantDomainId: 'the domain',
  pageId: 'the page',
  audienceId: 'the audience',
  targetType: 'the audience',
  expiresAt: 'when it ends',
};

/** "the name, the email and the phone". A field without a word of its own is called what it is. */
export function fieldsOf(changes: readonly string[]): string {
  const words = [...new Set(changes.map((name) => fieldWords[name] ?? name))];
  const last = words.pop() ?? 'nothing';
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last;
}
