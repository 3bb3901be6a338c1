import type { Credits } from '@samtrot/shared/kernel/money.ts';

/** The phase of autosave. */
export type Phase =
  /** Something new of which nothing is to be saved yet. */
  | 'opening'
  /** The server has everything. */
  | 'clean'
  /** The next call is scheduled after a pause. */
  | 'typing'
  | 'saving'
  /** The last call failed; the next attempt is scheduled. */
  | 'retrying'
  /** The server refused a part, which is on this page only. */
  | 'partial'
  /** The person saves or orders; autosave waits. */
  | 'submitting'
  | Halt;

/** Why autosave has stopped. */
export type Halt =
  /** Another window has saved another version. */
  | 'conflict'
  | 'signed-out'
  /** Refused in a way that no further attempt changes. */
  | 'stopped';

/** Whether the page may be left. `left`: placed, or its changes were discarded. */
export type Exit = 'staying' | 'leaving' | 'confirming' | 'left';

/** What another window has saved. */
export interface Conflict {
  version: number;
  savedAt: string | null;
}

export type Failure =
  | { kind: 'temporary'; hint: string }
  | { kind: 'conflict'; conflict: Conflict }
  | { kind: 'session' }
  | { kind: 'final' };

/** What the server has saved. */
export interface Saved {
  version: number;
  saved_at: string | null;
  /** A part was refused and is on this page only. */
  partly?: boolean;
  /** The number of what the first call created. */
  id?: number;
}

export type CallResult = { saved: Saved } | { failure: Failure };

/** An autosave call under way. */
export interface SaveCall<T> {
  id: number;
  form: T;
  version: number;
  /** Known before that of the call ahead of it. */
  result?: CallResult;
  /** The call ahead of it failed, so that its own failure is no news. */
  afterFailure?: boolean;
}

/** The driver starts it when it is another object than before. */
export interface Timer {
  ms: number;
}

export interface EditorState<T, Q extends string = string> {
  phase: Phase;
  halt: Halt | null;
  /** `question` of an order that it has interrupted, which goes on with the version kept. */
  conflict: (Conflict & { question?: Q | null }) | null;
  exit: Exit;
  /** What is on the page. */
  form: T;
  /** What the server has. */
  saved: T;
  /** Something on the page would be lost with it. */
  pending: boolean;
  /** The form of which the server refused a part; sent again only after a change. */
  refused: T | null;
  version: number;
  savedAt: string | null;
  /** Null while the server knows nothing of it. */
  itemId: number | null;
  /** Autosave is on. */
  opened: boolean;
  /** It exists beyond this page. */
  begun: boolean;
  /** Oldest first; a second one only when the page is hidden during the first. */
  calls: readonly SaveCall<T>[];
  callsStarted: number;
  /** Autosave calls that succeeded. */
  saves: number;
  failures: number;
  /** How the last call ended, as the page shows it. */
  outcome: 'none' | 'saved' | 'partial' | 'failed';
  /** What to do about the last failure; empty where the server named nothing. */
  hint: string;
  /** Another call follows as soon as the one under way ends. */
  queued: boolean;
  saveTimer: Timer | null;
  /** Until a saved draft leads on to the list. */
  forwardTimer: Timer | null;
  /** The question in an open dialog. */
  question: Q | null;
  /** The server's message about its last refusal. */
  message: string;
  /** The price that the server named instead of the page's. */
  changedTotal: Credits | null;
}

export interface Start<T> {
  form: T;
  /** 0 of what the server knows nothing of. */
  version: number;
  savedAt: string | null;
  itemId: number | null;
  /** Whether the time of the last save is shown before the first change. */
  showsSaved: boolean;
  opened?: boolean;
  begun: boolean;
}

export function initialState<T, Q extends string>(start: Start<T>): EditorState<T, Q> {
  const { form, version, savedAt, itemId, showsSaved, opened = true, begun } = start;
  return {
    phase: opened ? 'clean' : 'opening',
    halt: null,
    conflict: null,
    exit: 'staying',
    form,
    saved: form,
    pending: false,
    refused: null,
    version,
    savedAt,
    itemId,
    opened,
    begun,
    calls: [],
    callsStarted: 0,
    saves: 0,
    failures: 0,
    outcome: showsSaved && savedAt !== null ? 'saved' : 'none',
    hint: '',
    queued: false,
    saveTimer: null,
    forwardTimer: null,
    question: null,
    message: '',
    changedTotal: null,
  };
}

/** What the head of the page shows. */
export type SaveStatus = 'none' | 'saving' | 'saved' | 'partial' | 'failing' | 'halted';

export function saveStatus(state: EditorState<unknown>): SaveStatus {
  if (state.calls.length > 0) return 'saving';
  if (state.halt !== null && state.pending) return 'halted';
  if (!state.pending && ['partial', 'failed'].includes(state.outcome))
    return state.saves > 0 ? 'saved' : 'none';
  return state.outcome === 'failed' ? 'failing' : state.outcome;
}

/** Whether closing the tab needs a confirmation; what can be saved is sent without one. */
export function confirmsUnload(state: EditorState<unknown>, uploading: boolean): boolean {
  if (state.exit === 'left') return false;
  return uploading || (state.pending && !['none', 'saved'].includes(saveStatus(state)));
}
