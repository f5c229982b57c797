// Build time and tests only; the worker never loads it.
import type { EventType } from './events.ts';

/** What each type of event tells. */
export const eventTypeTexts: Record<EventType, string> = {
  'person.created': 'A person is new.',
  'person.updated': 'Fields of a person have changed, by a request or by a log that filled them.',
  'person.erased': 'A person is erased.',
  'person_log.created': 'A person has a new log.',
  'account.created': 'An account is new.',
  'account.updated': 'The name of an account has changed.',
  'account.erased': 'An account went with its last person, who was erased.',
  'account_log.created': 'An account has a new log.',
  'page.created': 'A page is new.',
  'page.updated': 'Fields of a page have changed.',
  'audience.created': 'An audience is new.',
  'audience.updated': 'Fields of an audience, or the words of its draft, have changed.',
  'audience.archived': 'An audience is archived.',
  'audience.restored': 'An audience is not archived any more.',
  'audience_version.created': 'An audience has a new version.',
  'audience_version.queued': 'Somebody asked for a version to be published, at once or at a time.',
  'audience_version.published': 'A version is live.',
  'audience_version.cancelled': 'A version will not be published, by a request or because publishing failed.',
  'page_link.created': 'A page link is new.',
  'page_link.updated': 'The path, the domain or the target of a page link has changed.',
  'page_link.deleted': 'A page link is deleted.',
  'session.started': 'A visit counts: its first beacon is merged, or it is imported.',
  'session.engaged':
    'A visit is no bounce any more: 10 seconds of engaged time, a click, a question, a form or a conversion.',
  'form.submitted':
    'A visitor has submitted a form. If it names its sender, `related` has the person and the log.',
  'account.visited':
    'A person of an account, for whom an audience was made, was engaged with it: once a day (UTC) for each account. Only visits in which a pointer, a key, a touch or the wheel moved.',
  'person.visited':
    'A person was engaged with the audience that was made for them: once a day (UTC) for each person. Only visits in which a pointer, a key, a touch or the wheel moved.',
  'alert.fired':
    'The condition of an alert is met. It is sent to the webhook of the alert, and to no other, whatever their types are.',
  'api_key.created': 'An API key is new: by a request, by a command, by a sign-in, or for a share link.',
  'api_key.updated': 'An API key ends at another time, as the old one of a rotation does.',
  'api_key.revoked': 'An API key is revoked.',
};
