/**
 * Vitest global set-up under mutation: the cluster belongs to `scripts/mutation.ts`, because a test
 * runner is killed with every mutant that never ends.
 */
import type { TestProject } from 'vitest/node';

export default function setup(project: TestProject): void {
  const admin = (process.env.MUTATION_DATABASE ?? '').replace(/\/samtrot$/, '/postgres');
  project.provide('cluster', { admin, template: 'samtrot' });
}
