import { Client } from './client.ts';
import { cpuSeconds } from './cpu.ts';
import type { Round, Turn } from './figures.ts';
import type { Operation } from './operations.ts';
import type { Side } from './pair.ts';
import type { Server } from './serve.ts';

/** A side with a running server, a client with one connection, and a client with many. */
export interface Runner {
  name: Side['name'];
  server: Server;
  one: Client;
  many: Client;
}

export interface Runners {
  floor: Runner;
  ours: Runner;
}

const connections = 16;

export async function startRunner(side: Side): Promise<Runner> {
  const server = await side.start();
  const { port } = server;
  return { name: side.name, server, one: new Client(port, 1), many: new Client(port, connections) };
}

export async function stopRunner({ one, many, server }: Runner): Promise<void> {
  one.close();
  many.close();
  await server.stop();
}

/** Milliseconds until the answer has been read. Throws when the answer is not the expected one. */
async function latencyOf(client: Client, operation: Operation, nth: number): Promise<number> {
  const sent = operation.request(nth);
  const start = performance.now();
  const { status, text } = await client.send(sent);
  const took = performance.now() - start;
  if (status === operation.status) return took;
  throw new Error(`${operation.name} is answered ${status}: ${text.slice(0, 500)}`);
}

const emptyTurns = (): { floor: Turn; ours: Turn } => {
  const empty = (): Turn => ({ requests: 0, seconds: 0, cpu: 0, latencies: [] });
  return { floor: empty(), ours: empty() };
};

/** Requests `from` up to `to`, one by one. The two sides take turns, and so does the side that is first. */
async function oneByOne(runners: Runners, operation: Operation, from: number, to: number) {
  const turns = emptyTurns();
  const { floor, ours } = runners;
  const before = { floor: cpuSeconds(floor.server.pid), ours: cpuSeconds(ours.server.pid) };
  for (let nth = from; nth < to; nth++) {
    for (const { name, one } of nth % 2 === 0 ? [floor, ours] : [ours, floor]) {
      const took = await latencyOf(one, operation, nth);
      turns[name].latencies.push(took);
      turns[name].seconds += took / 1000;
    }
  }
  for (const { name, server } of [floor, ours]) {
    turns[name].requests = to - from;
    turns[name].cpu = cpuSeconds(server.pid) - before[name];
  }
  return turns;
}

/** Requests `from` up to `to` over many connections, first by one side and then by the other. */
async function manyAtOnce(order: Runner[], operation: Operation, from: number, to: number) {
  const turns = emptyTurns();
  for (const { name, server, many } of order) {
    const turn = turns[name];
    let next = from;
    const work = async () => {
      while (next < to) turn.latencies.push(await latencyOf(many, operation, next++));
    };
    const [cpu, start] = [cpuSeconds(server.pid), performance.now()];
    await Promise.all(Array.from({ length: connections }, work));
    turn.seconds = (performance.now() - start) / 1000;
    turn.cpu = cpuSeconds(server.pid) - cpu;
    turn.requests = to - from;
  }
  return turns;
}

export interface Plan {
  /** How many pairs of servers there are, one after the other. */
  servers: number;
  /** Rounds of turns for each pair. */
  rounds: number;
  /** How long a turn takes for the slower side. */
  seconds: number;
}

/** Requests with lower numbers are those that compare answers. */
const firstMeasured = 1000;

/** Takes the numbers of this many requests, from one up to another, which no other turn has. */
export type Take = (requests: number) => readonly [from: number, to: number];

export function numbering(): Take {
  let next = firstMeasured;
  return (requests) => {
    const from = next;
    next += requests;
    return [from, next];
  };
}

/**
 * Measures an operation in rounds. Both sides get the same requests, and take turns so often that other load on the
 * machine affects both.
 */
export async function measure(
  operation: Operation,
  { floor, ours }: Runners,
  { rounds: count, seconds }: Plan,
  take: Take,
  afterRound: () => void | Promise<void>,
): Promise<Round[]> {
  const one = (requests: number) => oneByOne({ floor, ours }, operation, ...take(requests));
  const many = (requests: number, order = [floor, ours]) => manyAtOnce(order, operation, ...take(requests));

  /** The number of requests that fit into a turn. Also warms up both sides. */
  const fitting = async (least: number, turn: typeof one) => {
    for (let requests = least; ; ) {
      const turns = await turn(requests);
      const took = Math.max(turns.floor.seconds, turns.ours.seconds);
      if (took > seconds / 2) return Math.max(Math.round((requests * seconds) / took), least);
      requests = Math.ceil(requests * Math.min(seconds / took, 8));
    }
  };
  const requests = { one: await fitting(2, one), many: await fitting(connections, many) };

  const rounds: Round[] = [];
  for (let round = 0; round < count; round++) {
    const order = round % 2 === 0 ? [floor, ours] : [ours, floor];
    rounds.push({ one: await one(requests.one), many: await many(requests.many, order) });
    await afterRound();
  }
  return rounds;
}
