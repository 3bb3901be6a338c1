/**
 * Vitest global set-up under mutation: the cluster belongs to `scripts/mutation.ts`, because a test runner is killed with every mutant
 * that never ends.
 */
import type { TestProject } from 'vitest/node';

export default function setup(project: TestProject): void {
  project.provide('databaseServer', process.env.MUTATION_DATABASE ?? '');
}
