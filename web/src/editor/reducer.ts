import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { Conflict, EditorState, Failure, Phase, SaveCall, Saved } from './state.ts';

/** After the last key. */
export const SAVE_AFTER_MS = 1_500;
/** After the first key in something new: with the call it gets its address. */
export const BEGIN_AFTER_MS = 50;
export const RETRY_MS = [3_000, 6_000, 15_000, 30_000] as const;
/** EDI-18, CON-61 */
export const FORWARD_AFTER_MS = 2_000;

export type EditorEvent<T, Q extends string = string> =
  /** Autosave begins. */
  | { type: 'opened' }
  | { type: 'typed'; form: T }
  /** The pause after the last key is over. */
  | { type: 'saveDue' }
  /** The page is in the background, the connection is back, a picture was chosen. */
  | { type: 'saveNow' }
  | { type: 'pageHidden' }
  | { type: 'callSaved'; call: number; saved: Saved }
  | { type: 'callFailed'; call: number; failure: Failure }
  /** It exists now, by another call than autosave. */
  | { type: 'began'; itemId?: number }
  | { type: 'sessionEnded' }
  | { type: 'signedIn' }
  | { type: 'conflictFound'; conflict: Conflict }
  /** The version on this page replaces the other window's. */
  | { type: 'conflictOverwritten' }
  | { type: 'questionOpened'; question: Q }
  | { type: 'questionClosed' }
  | { type: 'submitted' }
  | { type: 'accepted'; form: T; saved: Saved }
  | { type: 'repriced'; total: Credits | null; message: string }
  /** `question` is open afterwards. */
  | { type: 'refused'; question: Q | null; message: string }
  /** The server has deleted the unsaved changes; the page loads again. */
  | { type: 'discarded' }
  | { type: 'finished' }
  /** A saved draft leads on to the list. */
  | { type: 'drafted' }
  | { type: 'forwardDue'; uploading: boolean }
  | { type: 'leaveRequested'; uploading: boolean }
  | { type: 'stayed' }
  | { type: 'left' };

export type EventType = EditorEvent<unknown>['type'];

/**
 * The states of an editor and their transitions: `TRANSITIONS` lists the events that a phase
 * accepts; every other one returns the same state. Pure; `createEditor` runs calls and timers.
 */
export function editorReducer<T, Q extends string>(differs: (a: T, b: T) => boolean) {
  type State = EditorState<T, Q>;
  type Event = EditorEvent<T, Q>;
  type Of<E extends EventType> = Extract<Event, { type: E }>;
  type Row = { [E in EventType]?: (state: State, event: Of<E>) => State };

  const isRefused = ({ form, refused }: State) => refused !== null && !differs(form, refused);
  const isUnsent = (state: State) => state.pending && !isRefused(state);

  const withPending = (state: State): State => ({
    ...state,
    pending: state.opened && differs(state.form, state.saved),
  });

  const startCall = (state: State): State => {
    const call: SaveCall<T> = {
      id: state.callsStarted,
      form: state.form,
      version: state.version + state.calls.length,
    };
    return {
      ...state,
      phase: state.phase === 'submitting' ? 'submitting' : 'saving',
      calls: [...state.calls, call],
      callsStarted: state.callsStarted + 1,
      queued: false,
      saveTimer: null,
    };
  };

  const pauseOf = ({ version, callsStarted }: State) => ({
    ms: version > 0 || callsStarted > 0 ? SAVE_AFTER_MS : BEGIN_AFTER_MS,
  });

  /** The phase that follows from the data. */
  const rest = (state: State): State => {
    const idle = { ...state, saveTimer: null };
    if (state.phase === 'submitting') return idle;
    if (state.halt !== null) return { ...idle, phase: state.halt, queued: false };
    if (state.calls.length > 0) return { ...state, phase: 'saving' };
    if (!state.opened) return { ...idle, phase: 'opening', queued: false };
    if (!state.pending) return { ...idle, phase: 'clean', queued: false };
    if (isRefused(state)) return { ...idle, phase: 'partial', queued: false };
    if (state.queued) return startCall(state);
    return {
      ...state,
      phase: state.failures > 0 ? 'retrying' : 'typing',
      saveTimer: state.saveTimer ?? pauseOf(state),
    };
  };

  const succeed = (state: State, { form }: SaveCall<T>, saved: Saved): State =>
    withPending({
      ...state,
      version: saved.version,
      savedAt: saved.saved_at,
      itemId: saved.id ?? state.itemId,
      begun: true,
      saves: state.saves + 1,
      failures: 0,
      hint: '',
      // The refused part differs from what is saved, so that leaving needs a confirmation.
      saved: saved.partly ? state.saved : form,
      refused: saved.partly ? form : null,
      outcome: saved.partly ? 'partial' : 'saved',
      saveTimer: state.failures > 0 ? null : state.saveTimer,
    });

  const fail = (state: State, failure: Failure): State => {
    const failed = { ...state, outcome: 'failed' } as const;
    switch (failure.kind) {
      case 'temporary': {
        const ms = RETRY_MS[Math.min(state.failures, RETRY_MS.length - 1)]!;
        const { hint } = failure;
        return { ...failed, failures: state.failures + 1, hint, saveTimer: { ms } };
      }
      case 'conflict':
        return { ...failed, halt: 'conflict', conflict: failure.conflict };
      case 'session':
        return { ...failed, halt: 'signed-out', conflict: null };
      case 'final':
        return { ...failed, halt: 'stopped', conflict: null };
    }
  };

  /** Results count in the order of their calls; one after a failure may only report a success. */
  const applyResults = (state: State): State => {
    const [call, ...later] = state.calls;
    if (!call?.result) return rest(state);
    const { result } = call;
    if ('saved' in result)
      return applyResults(succeed({ ...state, calls: later }, call, result.saved));
    const calls = later.map((next, n) => (n === 0 ? { ...next, afterFailure: true } : next));
    const failed = { ...state, calls };
    return applyResults(call.afterFailure ? failed : fail(failed, result.failure));
  };

  const withResult = (state: State, id: number, result: SaveCall<T>['result']): State => {
    if (!state.calls.some((call) => call.id === id && !call.result)) return state;
    return applyResults({
      ...state,
      calls: state.calls.map((call) => (call.id === id ? { ...call, result: result! } : call)),
    });
  };

  const always: Row = {
    began: (state, { itemId }) => ({ ...state, begun: true, itemId: itemId ?? state.itemId }),
    // A conflict is found again by the first call after signing in.
    sessionEnded: (state) =>
      rest({ ...state, halt: 'signed-out', conflict: null, forwardTimer: null }),
    left: (state) => ({ ...state, exit: 'left' }),
    stayed: (state) => (state.exit === 'confirming' ? { ...state, exit: 'staying' } : state),
    forwardDue: (state, { uploading }) => {
      const idle = state.phase === 'clean' && state.question === null && !uploading;
      return { ...state, forwardTimer: null, exit: idle ? 'left' : state.exit };
    },
    leaveRequested: (state, { uploading }) => {
      if (state.exit === 'left' || state.exit === 'leaving') return state;
      if (uploading) return { ...state, exit: 'confirming' };
      const leaving = { ...state, exit: 'leaving', queued: true } as const;
      if (state.phase === 'submitting') return leaving;
      return rest(leaving);
    },
  };
  const dialogs: Row = {
    questionOpened: (state, { question }) => ({
      ...state,
      question,
      message: '',
      changedTotal: null,
      forwardTimer: null,
    }),
    questionClosed: (state) => ({ ...state, question: null }),
    submitted: (state) => ({
      ...state,
      phase: 'submitting',
      queued: false,
      saveTimer: null,
      forwardTimer: null,
    }),
    drafted: (state) => ({ ...state, forwardTimer: { ms: FORWARD_AFTER_MS } }),
  };
  const typing = (state: State, form: T): State =>
    withPending({ ...state, form, forwardTimer: null });
  const editable: Row = {
    ...always,
    ...dialogs,
    // Each key starts the pause again.
    typed: (state, { form }) => rest({ ...typing(state, form), saveTimer: null }),
  };
  const sendable: Row = {
    ...editable,
    saveDue: startCall,
    saveNow: startCall,
    pageHidden: startCall,
  };
  const results: Row = {
    callSaved: (state, { call, saved }) => withResult(state, call, { saved }),
    callFailed: (state, { call, failure }) => withResult(state, call, { failure }),
  };
  /** What the call under way does not carry follows it, as if that one had succeeded. */
  const followUp = (state: State): State => {
    const last = state.calls.at(-1);
    return isUnsent(state) && (!last || differs(state.form, last.form)) ? startCall(state) : state;
  };

  const queue = (state: State): State => ({ ...state, saveTimer: null, queued: true });

  const opened = (state: State): State =>
    state.opened ? state : rest(withPending({ ...state, opened: true }));

  const halted: Row = { ...editable, ...results, opened };

  const TRANSITIONS: Record<Phase, Row> = {
    opening: { ...editable, opened },
    clean: editable,
    typing: sendable,
    retrying: sendable,
    partial: editable,
    saving: {
      ...always,
      ...dialogs,
      ...results,
      typed: (state, { form }) => {
        const next = typing(state, form);
        return { ...next, saveTimer: isUnsent(next) ? pauseOf(next) : null };
      },
      saveDue: queue,
      saveNow: queue,
      pageHidden: followUp,
    },
    submitting: {
      ...always,
      ...results,
      questionOpened: dialogs.questionOpened!,
      drafted: dialogs.drafted!,
      typed: (state, { form }) => typing(state, form),
      pageHidden: followUp,
      accepted: (state, { form, saved }) =>
        withPending({
          ...state,
          saved: form,
          version: saved.version,
          savedAt: saved.saved_at,
          opened: true,
          refused: null,
          halt: null,
          conflict: null,
          failures: 0,
          outcome: 'saved',
          question: null,
        }),
      repriced: (state, { total, message }) => ({ ...state, changedTotal: total, message }),
      refused: (state, { question, message }) => ({ ...state, question, message }),
      conflictFound: (state, { conflict }) => ({
        ...state,
        halt: 'conflict',
        conflict: { ...conflict, question: state.question },
        question: null,
      }),
      discarded: (state) =>
        withPending({ ...state, saved: state.form, halt: 'stopped', conflict: null }),
      finished: (state) => rest({ ...state, phase: 'clean' }),
    },
    conflict: {
      ...halted,
      conflictOverwritten: (state) =>
        rest({
          ...state,
          version: state.conflict!.version,
          conflict: null,
          halt: null,
          queued: true,
          question: state.conflict!.question ?? state.question,
        }),
    },
    'signed-out': {
      ...halted,
      signedIn: (state) => rest({ ...state, halt: null, queued: true }),
    },
    stopped: halted,
  };

  /** Whether the page may go is known once nothing is under way. */
  const withExit = (state: State): State =>
    state.exit === 'leaving' && state.calls.length === 0 && state.phase !== 'submitting'
      ? { ...state, exit: state.pending ? 'confirming' : 'staying' }
      : state;

  return (state: State, event: Event): State => {
    const transition = TRANSITIONS[state.phase][event.type] as
      | ((state: State, event: Event) => State)
      | undefined;
    const next = transition ? transition(state, event) : state;
    return next === state ? state : withExit(next);
  };
}
