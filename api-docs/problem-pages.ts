import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { statusOf } from '../src/http/status.ts';
import { type ErrorCode, errorCodes } from '../src/lib/errors.ts';
import { documentOf, escapeHtml, prose } from './html.ts';
import { addressOf, type Operation } from './openapi.ts';
import { problemTexts } from './problems/all.ts';

const codes = Object.keys(errorCodes) as ErrorCode[];

/** The problem that the example request of a code gets. */
export function exampleProblem(code: ErrorCode): Record<string, unknown> {
  const { request, detail, members } = problemTexts[code].example;
  return {
    type: `urn:footfall:problem:${code}`,
    title: errorCodes[code].title,
    status: statusOf(code),
    detail,
    instance: request.replace(/^\w+ /, '').replace(/\?.*$/, ''),
    code,
    requestId: '5651ff4a-e976-4138-b354-07f173af1f1e',
    ...members,
  };
}

const items = (list: string[]) => list.map((item) => `<li>${item}</li>`).join('\n');

const operationLink = (operation: Operation) =>
  `<a href="${escapeHtml(addressOf(operation))}"><code>${escapeHtml(`${operation.method} ${operation.path}`)}</code></a> ${escapeHtml(operation.summary)}`;

/** The operations that document a code. They are folded when there are many. */
function operationsWith(code: ErrorCode, operations: Operation[]): string {
  const found = operations.filter((operation) => operation.codes.includes(code));
  if (found.length === 0) return '';
  const list = `<ul class="operations">\n${items(found.map(operationLink))}\n</ul>`;
  const folded = `<details><summary>${found.length} operations</summary>\n${list}\n</details>`;
  return `<h2>Which operations answer with it</h2>\n${found.length > 8 ? folded : list}`;
}

/** The example of a code as HTML: the request, and the problem that answers it. */
function exampleOf(code: ErrorCode): string {
  const { request, headers = [], body } = problemTexts[code].example;
  const sent = [request, ...headers, ...(body === undefined ? [] : ['', body])].join('\n');
  const answer = JSON.stringify(exampleProblem(code), null, 2);
  return `<h2>Example</h2>
<figure><figcaption>Request</figcaption><pre><code>${escapeHtml(sent)}</code></pre></figure>
<figure><figcaption>Answer</figcaption><pre><code>${escapeHtml(answer)}</code></pre></figure>`;
}

function problemPage(code: ErrorCode, style: string, operations: Operation[]): string {
  const { means, todo } = problemTexts[code];
  return documentOf(
    code,
    style,
    `<p class="status">${statusOf(code)}</p>
<h1><code>${code}</code></h1>
<p class="title">${escapeHtml(errorCodes[code].title)}</p>
<h2>What it means</h2>
${means.map((paragraph) => `<p>${prose(paragraph)}</p>`).join('\n')}
<h2>What to do</h2>
<ul>
${items(todo.map(prose))}
</ul>
${exampleOf(code)}
${operationsWith(code, operations)}`,
  );
}

function indexPage(style: string): string {
  const groups = Map.groupBy(codes, statusOf);
  const rows = (group: ErrorCode[]) =>
    items(
      group.map(
        (code) =>
          `<a href="/docs/problems/${code}"><code>${code}</code></a> ${escapeHtml(errorCodes[code].title)}`,
      ),
    );
  const sections = [...groups]
    .sort(([a], [b]) => a - b)
    .map(([status, group]) => `<h2>${status}</h2>\n<ul class="operations">\n${rows(group)}\n</ul>`);
  return documentOf(
    'Problems',
    style,
    `<h1>Problems</h1>
<p>Every failure is a problem document (RFC 9457) with a <code>code</code> of this list. Decide by <code>code</code>, and by <code>status</code> for a code that you do not know. <code>title</code> and <code>detail</code> are for people and may change. <code>requestId</code> finds the request in the log of the Worker.</p>
${sections.join('\n')}`,
  );
}

/** Writes the page of each problem, and their index, into a folder. */
export function writeProblemPages(folder: string, style: string, operations: Operation[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'index.html'), indexPage(style));
  for (const code of codes)
    writeFileSync(path.join(folder, `${code}.html`), problemPage(code, style, operations));
}
