import type { ComponentType } from 'preact';
import { createStore } from './store.ts';

/** A record with which something could not be done. */
export interface Failure {
  id: string;
  name: string;
  /** Why, in words. */
  words: string;
  requestId: string | undefined;
}

/** Something that is done with many records, one after the other. It goes on when its screen is left. */
export interface Job {
  id: number;
  /** "Archiving". */
  doing: string;
  /** With how many records, and with how many of them it is over. */
  total: number;
  settled: number;
  isRunning: boolean;
  /** What was done so far, once it is over: "12 audiences were archived". */
  done: string;
  failed: readonly Failure[];
  /** Tries those again that failed. */
  retry: () => void;
  undo?: (() => void) | undefined;
}

/** What is being done with many records, and what was done, until the reader closes it. */
export const jobs = createStore<readonly Job[]>([]);

/** What shows the jobs on every screen. It comes with the script that can begin one, before a connection is lost. */
export const jobsView = createStore<ComponentType | undefined>(undefined);
