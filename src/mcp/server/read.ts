import type { Caller } from '../service.ts';
import { ask } from './api.ts';
import {
  type Arguments,
  argumentsOf,
  assertArguments,
  fewItems,
  filled,
  parametersOf,
  textOf,
} from './arguments.ts';
import { withInstants } from './dates.ts';
import type { ReadTool } from './tools.ts';

/** Answers a tool that reads: one request of the API. */
export async function read(tool: ReadTool, given: Arguments, caller: Caller): Promise<object> {
  assertArguments(tool.path, argumentsOf(tool).shape, given);
  const sent = withInstants(given);
  const parameters = Object.keys(parametersOf(tool)).flatMap((name) => {
    const value = sent[name] ?? (name === 'limit' ? fewItems : undefined);
    return value === undefined ? [] : [[name, textOf(value)]];
  });
  const path = `${filled(tool.path, given)}?${new URLSearchParams(parameters)}`;
  const { body } = await ask(caller, { method: 'GET', path });
  return tool.answer.parse(body) as object;
}
