import { type EditorEvent, editorReducer } from './reducer.ts';
import { type EditorState, type Failure, initialState, type Saved, type Start } from './state.ts';

export interface SendContext<T> {
  version: number;
  /** What the server has. */
  saved: T;
  itemId: number | null;
}

export interface SubmitContext<T> extends SendContext<T> {
  form: T;
}

export interface EditorOptions<T> extends Start<T> {
  differs: (a: T, b: T) => boolean;
  /** Has to outlive the page. */
  send: (form: T, context: SendContext<T>) => Promise<Saved>;
  failureOf: (error: unknown) => Failure;
  /** Whether files are under way that would be lost with the page. */
  isUploading?: () => boolean;
}

const TIMERS = { saveTimer: 'saveDue', forwardTimer: 'forwardDue' } as const;
type TimerName = keyof typeof TIMERS;

/** Runs what the state of an editor demands: its calls and its timers. */
export function createEditor<T, Q extends string>(options: EditorOptions<T>) {
  const { differs, send, failureOf, isUploading = () => false } = options;
  const reduce = editorReducer<T, Q>(differs);
  const listeners = new Set<(state: EditorState<T, Q>, before: EditorState<T, Q>) => void>();
  const timers: Partial<Record<TimerName, ReturnType<typeof setTimeout>>> = {};
  let state = initialState<T, Q>(options);
  let submitting = false;

  const schedule = (name: TimerName, ms: number | undefined): void => {
    clearTimeout(timers[name]);
    if (ms === undefined) return;
    timers[name] = setTimeout(() => dispatch({ type: TIMERS[name], uploading: isUploading() }), ms);
  };

  const dispatch = (event: EditorEvent<T, Q>): void => {
    const before = state;
    state = reduce(state, event);
    if (state === before) return;
    for (const name of Object.keys(TIMERS) as TimerName[])
      if (state[name] !== before[name]) schedule(name, state[name]?.ms);
    const known = new Set(before.calls.map(({ id }) => id));
    for (const { id: call, form, version } of state.calls.filter(({ id }) => !known.has(id)))
      send(form, { version, saved: before.saved, itemId: before.itemId }).then(
        (saved) => dispatch({ type: 'callSaved', call, saved }),
        (error) => dispatch({ type: 'callFailed', call, failure: failureOf(error) }),
      );
    for (const listener of listeners) listener(state, before);
  };

  const subscribe = (listener: (state: EditorState<T, Q>, before: EditorState<T, Q>) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  const until = (condition: () => boolean): Promise<void> =>
    new Promise((done) => {
      if (condition()) return done();
      const unsubscribe = subscribe(() => {
        if (!condition()) return;
        unsubscribe();
        done();
      });
    });

  return {
    state: () => state,
    dispatch,
    subscribe,
    /** Saves now; resolves when no call is under way, whether it succeeded or not. */
    flush: async (): Promise<void> => {
      dispatch({ type: 'saveNow' });
      await until(() => state.calls.length === 0);
    },
    /** Saves what can be saved; resolves with whether leaving needs a confirmation. */
    leave: async (): Promise<boolean> => {
      dispatch({ type: 'leaveRequested', uploading: isUploading() });
      await until(() => state.exit !== 'leaving');
      return state.exit === 'confirming';
    },
    /** Sends what no call carries yet; returns the version that the server will have then. */
    hide: (): number | null => {
      dispatch({ type: 'pageHidden' });
      const last = state.calls.at(-1);
      return last ? last.version + 1 : null;
    },
    /** One submission at a time, between autosave calls; returns false while another one runs. */
    submit: async (run: (context: SubmitContext<T>) => Promise<void>): Promise<boolean> => {
      if (submitting) return false;
      submitting = true;
      try {
        dispatch({ type: 'submitted' });
        await until(() => state.calls.length === 0);
        const { form, version, saved, itemId } = state;
        await run({ form, version, saved, itemId });
        return true;
      } finally {
        submitting = false;
        dispatch({ type: 'finished' });
      }
    },
    stop: () => {
      for (const timer of Object.values(timers)) clearTimeout(timer);
    },
  };
}
