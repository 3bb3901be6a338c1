import { expect, test } from 'vitest';
import { teardown } from './teardown.ts';

test('the steps of a start are undone in reverse order, each once', async () => {
  const done: string[] = [];
  const steps = teardown(() => {});
  for (const name of ['database', 'listener', 'worker'])
    steps.add(name, async () => void done.push(name));
  await Promise.all([steps.run(), steps.run()]);
  expect(done).toEqual(['worker', 'listener', 'database']);
});

test('a step that hangs is named and the rest is still undone', async () => {
  const done: string[] = [];
  const troubles: string[] = [];
  const steps = teardown((sentence) => troubles.push(sentence));
  steps.add('the database', async () => void done.push('database'));
  steps.add('the listener', () => new Promise(() => {}), 20);
  await steps.run();
  expect(done).toEqual(['database']);
  expect(troubles).toEqual(['the listener did not end within 0.02 s and is left behind']);
});

test('a step that fails is named with its error and the rest is still undone', async () => {
  const done: string[] = [];
  const troubles: unknown[] = [];
  const steps = teardown((...trouble) => troubles.push(trouble));
  steps.add('the database', async () => void done.push('database'));
  const error = new Error('lost');
  steps.add('the worker', () => Promise.reject(error));
  await steps.run();
  expect(done).toEqual(['database']);
  expect(troubles).toEqual([['the worker did not end well', error]]);
});
