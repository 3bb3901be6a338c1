import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EditorEvent, type EventType, editorReducer } from './reducer.ts';
import {
  type EditorState,
  type Failure,
  initialState,
  type Phase,
  type Saved,
  saveStatus,
} from './state.ts';

type State = EditorState<string>;
type Event = EditorEvent<string>;

const reduce = editorReducer<string, string>((a, b) => a !== b);
const run = (state: State, ...events: Event[]): State => events.reduce(reduce, state);

const START = { version: 3, savedAt: null, itemId: 7, showsSaved: true, begun: true };
const clean: State = initialState({ ...START, form: '' });
const opening: State = initialState({ ...START, form: '', opened: false });

const typed = (form: string): Event => ({ type: 'typed', form });
const callSaved = (call: number, saved: Partial<Saved> = {}): Event => ({
  type: 'callSaved',
  call,
  saved: { version: 4, saved_at: '2026-11-20T12:00:00Z', ...saved },
});
const CONFLICT = { version: 9, savedAt: null };
const callFailed = (call: number, failure: Failure): Event => ({
  type: 'callFailed',
  call,
  failure,
});
const temporary: Failure = { kind: 'temporary', hint: '' };

const typing = run(clean, typed('a'));
const saving = run(typing, { type: 'saveDue' });
/** One state of each phase; in all but the first two `a` is on the page only. */
const STATES: Record<Phase, State> = {
  opening,
  clean,
  typing,
  saving,
  retrying: run(saving, callFailed(0, temporary)),
  partial: run(saving, callSaved(0, { partly: true })),
  submitting: run(typing, { type: 'submitted' }),
  conflict: run(saving, callFailed(0, { kind: 'conflict', conflict: CONFLICT })),
  'signed-out': run(saving, callFailed(0, { kind: 'session' })),
  stopped: run(saving, callFailed(0, { kind: 'final' })),
};

/** The phase after an event in every phase that accepts it; a leave saves first. */
const EVENTS: { [E in EventType]: [event: Event, after: Partial<Record<Phase, Phase>>] } = {
  opened: [{ type: 'opened' }, { opening: 'clean' }],
  typed: [
    typed('ab'),
    {
      opening: 'opening',
      clean: 'typing',
      typing: 'typing',
      saving: 'saving',
      retrying: 'retrying',
      partial: 'typing',
      submitting: 'submitting',
      conflict: 'conflict',
      'signed-out': 'signed-out',
      stopped: 'stopped',
    },
  ],
  saveDue: [{ type: 'saveDue' }, { typing: 'saving', retrying: 'saving', saving: 'saving' }],
  saveNow: [{ type: 'saveNow' }, { typing: 'saving', retrying: 'saving', saving: 'saving' }],
  pageHidden: [
    { type: 'pageHidden' },
    { typing: 'saving', retrying: 'saving', submitting: 'submitting' },
  ],
  callSaved: [callSaved(0), { saving: 'clean' }],
  callFailed: [callFailed(0, temporary), { saving: 'retrying' }],
  began: [{ type: 'began' }, everywhere()],
  sessionEnded: [
    { type: 'sessionEnded' },
    { ...everywhere('signed-out'), submitting: 'submitting' },
  ],
  signedIn: [{ type: 'signedIn' }, { 'signed-out': 'saving' }],
  conflictFound: [{ type: 'conflictFound', conflict: CONFLICT }, { submitting: 'submitting' }],
  conflictOverwritten: [{ type: 'conflictOverwritten' }, { conflict: 'saving' }],
  questionOpened: [{ type: 'questionOpened', question: 'place' }, everywhere()],
  questionClosed: [{ type: 'questionClosed' }, { ...everywhere(), submitting: undefined }],
  submitted: [{ type: 'submitted' }, { ...everywhere('submitting'), submitting: undefined }],
  accepted: [
    { type: 'accepted', form: 'a', saved: { version: 4, saved_at: null } },
    { submitting: 'submitting' },
  ],
  repriced: [{ type: 'repriced', total: 4, message: '' }, { submitting: 'submitting' }],
  refused: [{ type: 'refused', question: null, message: '' }, { submitting: 'submitting' }],
  discarded: [{ type: 'discarded' }, { submitting: 'submitting' }],
  finished: [{ type: 'finished' }, { submitting: 'typing' }],
  drafted: [{ type: 'drafted' }, everywhere()],
  forwardDue: [{ type: 'forwardDue', uploading: false }, everywhere()],
  leaveRequested: [
    { type: 'leaveRequested', uploading: false },
    { ...everywhere(), typing: 'saving', retrying: 'saving' },
  ],
  stayed: [{ type: 'stayed' }, {}],
  left: [{ type: 'left' }, everywhere()],
};

function everywhere(to?: Phase): Partial<Record<Phase, Phase>> {
  const phases: Phase[] = [
    'opening',
    'clean',
    'typing',
    'saving',
    'retrying',
    'partial',
    'submitting',
    'conflict',
    'signed-out',
    'stopped',
  ];
  return Object.fromEntries(phases.map((phase) => [phase, to ?? phase]));
}

const ROWS = Object.entries(EVENTS).flatMap(([type, [event, after]]) =>
  Object.entries(STATES).map(([phase, state]) => {
    const to = after[phase as Phase];
    return { type, phase, event, state, to, result: to ?? 'ignored' } as const;
  }),
);

test.for(ROWS)('$type in $phase: $result [EDI-28]', ({ phase, event, state, to }) => {
  expect(state.phase).toBe(phase);
  const next = reduce(state, event);
  if (to === undefined) expect(next, 'ignored').toBe(state);
  else expect(next.phase).toBe(to);
});

test('a late answer keeps what was typed after its call [EDI-28]', () => {
  const state = run(saving, typed('ab'), callSaved(0));
  expect(state).toMatchObject({ phase: 'typing', form: 'ab', saved: 'a', version: 4 });
});

test('the answer of a call that is not under way is ignored [EDI-28]', () => {
  const state = run(saving, callSaved(0), typed('ab'));
  expect(run(state, callSaved(0), callFailed(5, temporary))).toBe(state);
});

test('a conflict of the order keeps form and question, which go on with the version kept [EDI-28]', () => {
  const state = run(
    clean,
    typed('a'),
    { type: 'questionOpened', question: 'place' },
    { type: 'submitted' },
    { type: 'conflictFound', conflict: CONFLICT },
    { type: 'finished' },
  );
  expect(state).toMatchObject({ phase: 'conflict', question: null, form: 'a', pending: true });
  const kept = run(state, { type: 'conflictOverwritten' });
  expect(kept).toMatchObject({ phase: 'saving', question: 'place', version: CONFLICT.version });
  const again = run(
    kept,
    callFailed(0, { kind: 'conflict', conflict: CONFLICT }),
    { type: 'questionClosed' },
    { type: 'conflictOverwritten' },
  );
  expect(again).toMatchObject({ phase: 'saving', question: null });
});

test('a new price keeps the question open until it is asked again [PRI-30]', () => {
  const state = run(
    clean,
    { type: 'questionOpened', question: 'place' },
    { type: 'submitted' },
    { type: 'repriced', total: 12, message: 'Der Preis hat sich geändert.' },
    { type: 'finished' },
  );
  expect(state).toMatchObject({ question: 'place', changedTotal: 12 });
  expect(
    run(state, { type: 'questionClosed' }, { type: 'questionOpened', question: 'place' }),
  ).toMatchObject({
    changedTotal: null,
    message: '',
  });
});

test('a new banner is not saved before its type is settled, and then with all of it [BAN-53]', () => {
  const state = run(opening, typed('a'), { type: 'saveNow' }, { type: 'pageHidden' });
  expect(state).toMatchObject({ phase: 'opening', form: 'a', pending: false, calls: [] });
  expect(run(state, { type: 'opened' }, { type: 'saveNow' }).calls).toMatchObject([{ form: 'a' }]);
});

test('a form that is as it was saved shows no failure any more [EDI-28]', () => {
  const failing = run(clean, typed('a'), { type: 'saveDue' }, callFailed(0, temporary));
  expect(saveStatus(failing)).toBe('failing');
  expect(saveStatus(run(failing, typed('')))).toBe('none');
});

const failure = fc.constantFrom<Failure>(
  temporary,
  { kind: 'conflict', conflict: CONFLICT },
  { kind: 'session' },
  { kind: 'final' },
);
const form = fc.constantFrom('', 'a', 'ab', 'abc');
/** Calls by their position, because their ids follow from the walk. */
type Step =
  | Event
  | { type: 'answer'; at: number; failure: Failure | null; partly: boolean }
  | { type: 'accept' };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: form.map(typed) },
  { weight: 6, arbitrary: fc.constantFrom<Event>({ type: 'saveDue' }, { type: 'pageHidden' }) },
  { weight: 2, arbitrary: fc.constantFrom<Event>({ type: 'submitted' }, { type: 'finished' }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('answer' as const),
      at: fc.nat(1),
      failure: fc.option(failure, { freq: 2 }),
      partly: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.constantFrom<Event>(
      ...(Object.values(EVENTS)
        .map(([event]) => event)
        .filter(({ type }) => !['typed', 'callSaved', 'callFailed', 'accepted'].includes(type)) as [
        Event,
        ...Event[],
      ]),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Event>({ type: 'leaveRequested', uploading: true }) },
  { weight: 2, arbitrary: fc.constant({ type: 'accept' as const }) },
);

/** Dispatches what the driver would; an order is accepted with the form as it was sent. */
function walkFrom(
  start: State,
  steps: readonly Step[],
  check: (state: State, before: State, event: Event) => void = () => {},
): State {
  let state = start;
  let ordered = start.form;
  for (const one of steps) {
    const event = eventOf(state, one, ordered);
    if (!event) continue;
    const before = state;
    state = reduce(state, event);
    if (event.type === 'submitted' && state !== before) ordered = state.form;
    check(state, before, event);
  }
  return state;
}

function eventOf(state: State, one: Step, ordered: string): Event | null {
  if (one.type === 'accept')
    return {
      type: 'accepted',
      form: ordered,
      saved: { version: state.version + 1, saved_at: null },
    };
  if (one.type !== 'answer') return one;
  const call = state.calls[one.at];
  if (!call) return null;
  return one.failure
    ? callFailed(call.id, one.failure)
    : callSaved(call.id, { version: call.version + 1, partly: one.partly });
}

const HALTED: readonly Phase[] = ['conflict', 'signed-out', 'stopped'];

function expectSound(state: State): void {
  const { phase, form, saved, opened, calls, pending, halt, saveTimer, exit, refused } = state;
  const differs = opened && form !== saved;
  expect(pending).toBe(differs);
  if (phase === 'clean') expect([differs, calls, saveTimer]).toEqual([false, [], null]);
  if (phase === 'typing' || phase === 'retrying')
    expect([differs, form !== refused, calls.length, saveTimer]).toEqual([
      true,
      true,
      0,
      expect.anything(),
    ]);
  if (phase === 'partial') expect([differs, refused]).toEqual([true, form]);
  if (phase === 'saving') expect(calls.length).toBeGreaterThan(0);
  if (calls.length > 0) expect(['saving', 'submitting', ...HALTED]).toContain(phase);
  if (saveTimer) expect(['typing', 'retrying', 'saving']).toContain(phase);
  if (phase !== 'submitting') expect(HALTED.includes(phase) ? phase : null).toBe(halt);
  expect(state.conflict !== null, 'the question about versions').toBe(halt === 'conflict');
  if (exit === 'leaving') expect(calls.length > 0 || phase === 'submitting').toBe(true);
}

const RUNS = { numRuns: 2_000 };
const walk = fc.tuple(fc.constantFrom(clean, opening), fc.array(step, { maxLength: 60 }));

test('in a random walk every state is sound and only typing changes the form [EDI-28]', () => {
  fc.assert(
    fc.property(walk, ([start, steps]) => {
      walkFrom(start, steps, (state, before, event) => {
        expectSound(state);
        expect(state.form).toBe(event.type === 'typed' ? event.form : before.form);
        const sent = [before.form, ...before.calls.map(({ form }) => form)];
        if (event.type === 'accepted') sent.push(event.form);
        if (state.saved !== before.saved) expect(sent).toContain(state.saved);
        if (event.type === 'accepted' && state !== before) expect(state.saved).toBe(event.form);
      });
    }),
    RUNS,
  );
});

test('in a random walk unsaved changes are never left without a confirmation [EDI-28]', () => {
  fc.assert(
    fc.property(walk, ([start, steps]) => {
      let leaving = false;
      const held = steps.filter(({ type }) => type !== 'left' && type !== 'forwardDue');
      walkFrom(start, held, (state, _, { type }) => {
        leaving ||= type === 'leaveRequested';
        if (leaving && state.exit === 'staying' && type !== 'stayed')
          expect(state.pending, 'left without a confirmation').toBe(false);
        leaving &&= state.exit === 'leaving';
      });
    }),
    RUNS,
  );
});

/** What a server that works again and a person who signs in make of a state. */
function recover(from: State): State {
  let state = run(from, { type: 'finished' }, { type: 'opened' });
  for (let n = 0; n < 20 && state.phase !== 'clean'; n++) {
    const [call] = state.calls;
    if (call) state = reduce(state, callSaved(call.id, { version: call.version + 1 }));
    else
      state = run(
        state,
        { type: 'signedIn' },
        { type: 'conflictOverwritten' },
        { type: 'saveDue' },
      );
    if (state.phase === 'partial') state = run(state, typed(`${state.form}!`));
  }
  return state;
}

test('from every state a working server gets what is on the page [EDI-28, FRM-29]', () => {
  fc.assert(
    fc.property(walk, ([start, steps]) => {
      // Nothing is saved any more after a final refusal or once the changes are discarded.
      const saving = steps.filter(
        (one) =>
          one.type !== 'discarded' && !(one.type === 'answer' && one.failure?.kind === 'final'),
      );
      const end = recover(walkFrom(start, saving));
      expect([end.phase, end.saved]).toEqual(['clean', end.form]);
    }),
    RUNS,
  );
});
