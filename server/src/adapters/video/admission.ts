import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from '../../platform/log.ts';
import type { Mode } from '../../platform/settings.ts';
import { createSandbox, type IsolationLevel } from '../sandbox/isolation.ts';
import { type FfmpegVersion, versionProblem } from './ffmpeg-versions.ts';
import type { VideoConfig } from './settings.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const VERSION_WORKER = join(import.meta.dirname, 'version-worker.ts');
const VERSION_MS = 60_000;

interface Deps extends VideoConfig {
  mode: Mode;
  log: Logger;
  videosUnchecked?: boolean;
  isolation?: () => IsolationLevel;
  version?: () => Promise<FfmpegVersion>;
}

/**
 * Why this process takes no videos; null if it does. Found out once, at the first call. Outside
 * production nothing is refused, and the log names what production would refuse.
 */
export function videoAdmission({
  mode,
  videoSandbox,
  log,
  videosUnchecked = false,
  isolation = () => createSandbox(ROOT).level,
  version = bundledVersion,
}: Deps): () => Promise<string | null> {
  const findOut = async () => {
    // Worlds inside a test convert what they are given, and hundreds of them start.
    if (mode === 'test' || videosUnchecked) return null;
    const problem = await version().then(versionProblem, () => 'FFmpeg does not run here');
    const problems = [
      ...(problem ? [problem] : []),
      ...(isolation() === 'open' && videoSandbox !== 'accept-open'
        ? ['the sandbox of the video workers cannot close the network (VIDEO_SANDBOX)']
        : []),
    ];
    if (problems.length === 0) return null;
    const reason = problems.join('; ');
    if (mode === 'production') log.error({ reason }, 'videos are refused');
    else log.warn({ reason }, 'production would refuse videos');
    return mode === 'production' ? reason : null;
  };
  let found: Promise<string | null> | undefined;
  return () => (found ??= findOut());
}

export async function bundledVersion(): Promise<FfmpegVersion> {
  const args = ['--disable-warning=ExperimentalWarning', VERSION_WORKER];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: {},
    timeout: VERSION_MS,
  });
  return JSON.parse(stdout) as FfmpegVersion;
}
