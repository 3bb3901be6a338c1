import type { Reporter, TestModule } from 'vitest/node';

/** Names the tests that failed once and passed when they were tried again. */
export default class Flaky implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules)
      for (const test of module.children.allTests())
        if (test.diagnostic()?.flaky) console.log(`flaky: ${module.relativeModuleId} > ${test.fullName}`);
  }
}
