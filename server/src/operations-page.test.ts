import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, test } from 'vitest';
import { composeOffline } from './app/compose-offline.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/OPERATIONS.md'), 'utf8');

test('the table of background work in OPERATIONS has every task of the product and no other', () => {
  const section = PAGE.split('\n## Background work\n')[1]!.split('\n## ')[0]!;
  const cells = [...section.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell]) => cell!);
  const explained = cells.flatMap((cell) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
  );
  const product = composeOffline();
  const tasks = [...product.tasks, ...product.watch].map(({ name }) => name);
  expect(explained.toSorted()).toEqual(nonEmpty(tasks).toSorted());
});
