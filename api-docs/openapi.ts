import { readFileSync } from 'node:fs';
import { openApiFile } from '../scripts/build/openapi-file.ts';

/** An operation, as far as the pages show it. */
export interface Operation {
  method: string;
  path: string;
  summary: string;
  tag: string;
  /** The scopes of which its key needs one. Empty when it needs no key. */
  scopes: string[];
  /** The codes of the problems that it may answer with. */
  codes: string[];
}

interface Document {
  paths: Record<string, Record<string, DocumentOperation>>;
  tags: { name: string; description: string }[];
  components: { responses: Record<string, { content?: Record<string, { examples?: object }> }> };
}

interface DocumentOperation {
  summary: string;
  description?: string;
  tags: string[];
  responses: Record<string, { $ref?: string }>;
}

/** The OpenAPI document of public/. */
export const readDocument = (): Document => JSON.parse(readFileSync(openApiFile, 'utf8')) as Document;

function codesOf({ responses }: DocumentOperation, { components }: Document): string[] {
  const names = Object.values(responses).map(({ $ref }) => $ref?.split('/').at(-1) ?? '');
  return names.flatMap((name) =>
    Object.keys(components.responses[name]?.content?.['application/problem+json']?.examples ?? {}),
  );
}

/** The scopes in the sentence that the document has about them. */
const scopesIn = (description = ''): string[] =>
  /^Needs a key with .+$/m.exec(description)?.[0].match(/(?<=`)\w+(?=`)/g) ?? [];

/** The operations of the document, in its order. */
export const operationsOf = (document: Document): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      tag: operation.tags[0] ?? '',
      scopes: scopesIn(operation.description),
      codes: codesOf(operation, document),
    })),
  );

/** The address of an operation in the API documents. Scalar makes these names. */
export const addressOf = ({ method, path, tag }: Operation): string =>
  `/docs/#tag/${tag.toLowerCase().replaceAll(' ', '-')}/${method}${path}`;
