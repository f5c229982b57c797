import { plural } from '../../../lib/format.ts';
import { also, at, listAt, textAt, words } from './read.ts';

const actions = new Set(['opened', 'closed', 'reopened', 'edited', 'assigned', 'labeled', 'deleted']);

/** An issue or a pull request: "Issue #12 opened in owner/repository: its title". */
function thread(kind: string, item: unknown, done: string, repository: string): string {
  const title = also(textAt(item, 'title'), ': ');
  return `${kind}${also(textAt(item, 'number'), ' #')}${also(done, ' ')} in ${repository}${title}`;
}

/** A webhook of GitHub: `{ action, repository: { full_name }, sender, issue }`, with an object named after the event. */
export function github(payload: unknown): string | undefined {
  const repository = textAt(payload, 'repository.full_name');
  if (!repository || !textAt(payload, 'sender.login')) return undefined;
  const action = textAt(payload, 'action') ?? '';
  const issue = at(payload, 'issue');
  const pull = at(payload, 'pull_request');
  const kind = pull || at(issue, 'pull_request') ? 'Pull request' : 'Issue';
  const item = pull ?? issue;
  if (item && at(payload, 'comment'))
    return action === 'created'
      ? `Comment on ${thread(kind.toLowerCase(), item, '', repository)}`
      : undefined;
  if (item && actions.has(action)) {
    const isMerged = action === 'closed' && at(pull, 'merged') === true;
    return thread(kind, item, isMerged ? 'merged' : words(action), repository);
  }
  if (action === 'created' && at(payload, 'starred_at')) return `${repository} starred`;
  if (at(payload, 'forkee')) return `${repository} forked`;
  const release = at(payload, 'release');
  if (release && action === 'published')
    return `Release${also(textAt(release, 'name') ?? textAt(release, 'tag_name'), ' ')} of ${repository} published`;
  const commits = listAt(payload, 'commits');
  if (commits.length > 0 && textAt(payload, 'ref'))
    return `${plural(commits.length, 'commit')} pushed to ${repository}`;
  return undefined;
}
