import document from '../../../public/openapi.json';
import { wholeApp } from '../../../src/app.ts';
import { pathsOf } from '../../../src/http/openapi/document.ts';
import type { Scope } from '../../../src/lib/api-key.ts';
import { operations } from '../../../src/operations.ts';

const app = await wholeApp();

const underV0 = operations.filter(({ path }) => path.startsWith('/v0/'));

/** `METHOD /path` of each real route, with `{name}` for a parameter as in the OpenAPI document. */
export const registered = new Set(
  app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/v0/'))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
);

const documentPaths = pathsOf(operations);

/** Codes of the problems that the OpenAPI document lists for an operation, as `400 invalid_json`. */
function documentedAnswers(method: string, path: string): string[] {
  type Responses = Record<string, { content?: Record<string, { examples?: Record<string, unknown> }> }>;
  const item = documentPaths[path] as Record<string, { responses: Responses }> | undefined;
  return Object.entries(item?.[method.toLowerCase()]?.responses ?? {}).flatMap(([status, { content }]) =>
    Object.keys(content?.['application/problem+json']?.examples ?? {}).map((code) => `${status} ${code}`),
  );
}

export const routes = underV0.map((operation) => {
  const { method, path } = operation;
  return { name: `${method} ${path}`, method, path, operation, documented: documentedAnswers(method, path) };
});
export type Route = (typeof routes)[number];

export const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const isList = ({ operation }: Route) =>
  operation.query !== undefined && 'limit' in operation.query.shape && 'cursor' in operation.query.shape;

/** The scopes of which a key needs one. */
export const scopesOf = ({ operation }: Route): readonly Scope[] => operation.scopes ?? [];

/** All but `POST /v0/sign_in`, which gives a key, and deliveries, which are signed. */
export const keyedRoutes = routes.filter((route) => scopesOf(route).length > 0);
export const listRoutes = routes.filter(isList);
export const idRoutes = keyedRoutes.filter(({ path }) => parametersOf(path).length > 0);
export const bodyRoutes = routes.filter(({ operation }) => operation.body !== undefined);

interface Parameter {
  name: string;
  schema: { type?: string };
}

/** Whether a parameter of a route may be given several times. */
export const takesSeveral = ({ method, path }: Route, name: string): boolean => {
  const items = document.paths as unknown as Record<string, Record<string, { parameters: Parameter[] }>>;
  const parameters = items[path]?.[method.toLowerCase()]?.parameters;
  return parameters?.find((parameter) => parameter.name === name)?.schema.type === 'array';
};

/** The most bytes of a body. The keys of visits and of words are public, and signing in needs none. */
export const largestBody = ({ path }: Route) =>
  (['/v0/visits', '/v0/sign_in', '/v0/page_links/resolve'].includes(path) ? 32 : 1024) * 1024;
