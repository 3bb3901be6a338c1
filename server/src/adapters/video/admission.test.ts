import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { Codec, InputFormat } from 'node-av/lib';
import { expect, test } from 'vitest';
import { createLogger } from '../../platform/log.ts';
import type { Mode } from '../../platform/settings.ts';
import type { IsolationLevel } from '../sandbox/isolation.ts';
import { DECODERS, PROTOCOLS, READERS } from './accepted.ts';
import { bundledVersion, videoAdmission } from './admission.ts';
import { CHECKED_ON, FAULTS, KNOWN_VERSIONS, versionProblem } from './ffmpeg-versions.ts';

const [good] = KNOWN_VERSIONS;

function admission(given: {
  mode?: Mode;
  isolation?: IsolationLevel;
  videoSandbox?: 'strict' | 'accept-open';
  version?: typeof good;
}) {
  const lines: { level: number; msg: string; reason: string }[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { isolation = 'closed', version = good!, ...settings } = given;
  const refusal = videoAdmission({
    mode: 'production',
    videoSandbox: 'strict',
    ...settings,
    log,
    isolation: () => isolation,
    version: async () => version,
  });
  return { refusal, lines };
}

test('the installed build of FFmpeg is in the dated list, without a fault a file reaches [ACC-56]', async () => {
  expect(CHECKED_ON).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(versionProblem(await bundledVersion())).toBeNull();
});

test('a build outside the list is refused by its version or its libraries [ACC-56]', () => {
  for (const other of [
    { ...good!, version: '8.0' },
    { ...good!, avcodec: '62.36.102' },
    { ...good!, avformat: '0.0.0' },
  ])
    expect(versionProblem(other)).toContain(`is not in the list of ${CHECKED_ON}`);
});

test.each([
  [{ reader: 'hls' }, '8.1.3', null],
  [{ reader: 'mov' }, '8.1.3', 'lacks the fixes of CVE-1'],
  [{ reader: 'mov' }, '8.1', null],
  [{ reader: 'mov' }, '8.0.9', null],
  [{ reader: 'mov' }, '8.10', 'lacks the fixes of CVE-1'],
  [{ decoder: 'h264' }, '9', 'lacks the fixes of CVE-1'],
  [{ decoder: 'exr' }, '9', null],
  [{ protocol: 'http' }, '9', null],
  [{ protocol: 'file' }, '9', 'lacks the fixes of CVE-1'],
] as const)('a fault of %j fixed in %s: %s [ACC-56]', (needs, fixedIn, problem) => {
  const found = versionProblem(good!, { faults: [{ id: 'CVE-1', fixedIn, needs }] });
  if (problem) expect(found).toContain(problem);
  else expect(found).toBeNull();
});

test('no known fault needs a part that is accepted from files [ACC-56]', () => {
  const accepted: readonly string[] = [...PROTOCOLS, ...READERS, ...DECODERS];
  for (const { needs } of nonEmpty(FAULTS)) expect(accepted).not.toContain(Object.values(needs)[0]);
});

test('only local files are opened, by readers and decoders that exist in this build [ACC-56]', () => {
  expect(PROTOCOLS).toEqual(['file']);
  for (const reader of READERS) expect(InputFormat.findInputFormat(reader), reader).not.toBeNull();
  for (const decoder of nonEmpty(DECODERS))
    expect(Codec.findDecoderByName(decoder as never), decoder).not.toBeNull();
});

test.each([
  ['closed', 'strict', false],
  ['no network', 'strict', false],
  ['open', 'strict', true],
  ['open', 'accept-open', false],
] as const)(
  'production with a sandbox %s and %s refuses videos: %s [ACC-56]',
  async (isolation, videoSandbox, refused) => {
    const { refusal, lines } = admission({ isolation, videoSandbox });
    expect((await refusal()) !== null).toBe(refused);
    await refusal();
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual(
      refused ? [[50, 'videos are refused']] : [],
    );
  },
);

test('production refuses videos with an unknown FFmpeg, whatever the sandbox is [ACC-56]', async () => {
  const { refusal } = admission({
    videoSandbox: 'accept-open',
    version: { ...good!, version: '6.0' },
  });
  expect(await refusal()).toContain('FFmpeg 6.0');
});

test('development refuses nothing and says what production would [ACC-56]', async () => {
  const { refusal, lines } = admission({ mode: 'development', isolation: 'open' });
  expect(await refusal()).toBeNull();
  expect(lines).toMatchObject([{ level: 40, msg: 'production would refuse videos' }]);
});
