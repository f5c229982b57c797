/** The groups of operations in the OpenAPI document, in its order. */
export const tags = {
  'Person logs': 'What persons did: written once however often it is sent.',
  Persons: 'Who came.',
  Accounts: 'The companies they belong to, by domain.',
  'Account logs': 'What happened with a company.',
  Pages: 'What visitors look at.',
  Audiences: 'For whom a page is made different.',
  'Audience versions': 'What of it is live, and how it comes to be.',
  Sessions: 'Visits of a page, and what they come to.',
  Visits: 'How websites tell of them.',
  'Page links': 'Which path leads to which page or audience.',
  'Tenant domains': 'Where page links may stand beside the fallback subdomain.',
  Topics: 'What a website is about, in order.',
  Annotations: 'What people note on the charts.',
  Views: 'Views of the console that people saved, with a name.',
  'API keys': 'Who may call.',
  Service: 'The service itself.',
};
