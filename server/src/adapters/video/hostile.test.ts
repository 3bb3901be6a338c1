import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as hostile from '../../testing/media/hostile-videos.ts';
import { factsOf, notesIn } from '../../testing/media/mp4.ts';
import { makeVideo, type Recipe } from '../../testing/media/videos.ts';
import { DEEP, some } from '../../testing/process/deep.ts';
import { rebuild } from './rebuild.ts';
import { videoProcessor } from './video-processor.ts';

const folder = mkdtempSync(join(tmpdir(), 'samtrot-hostile-'));
const studio = videoProcessor({ log: pino({ level: 'silent' }), dataDir: folder });
let sink: Server;
let hits = 0;
let address = '';
beforeAll(async () => {
  sink = createServer((_, response) => {
    hits++;
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => sink.once('listening', listening));
  address = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
});
afterAll(() => {
  sink.close();
  rmSync(folder, { recursive: true });
});

let made = 0;
const video = (name: string, recipe: Recipe = {}) =>
  readFileSync(makeVideo(join(folder, `${++made}-${name}`), { seconds: 1, ...recipe }));

/** The failure code of a file, or its results. */
async function fate(bytes: Buffer | string, story = false) {
  const name = `job-${++made}`;
  const source = join(folder, name);
  writeFileSync(source, bytes);
  const work = join(folder, `${name}-work`);
  mkdirSync(work);
  const watch = { progress: () => {}, signal: new AbortController().signal };
  const outcome = await studio.rebuild({ source, work, story }, watch);
  const kept =
    'failure' in outcome
      ? []
      : [...outcome.files.map(({ path }) => path), outcome.poster].map((path) =>
          readFileSync(path),
        );
  const others = readdirSync(work).filter((file) => !/^(\d+\.mp4|poster\.webp|source)$/.test(file));
  rmSync(work, { recursive: true });
  expect(others).toEqual([]);
  if ('failure' in outcome) return { failure: outcome.failure };
  expect(outcome.files.length).toBeGreaterThan(0);
  for (const secret of nonEmpty(hostile.SECRETS)) {
    for (const file of nonEmpty(kept)) expect(file.includes(secret), secret).toBe(false);
  }
  return { ...outcome, kept };
}

/** Rebuilds a file and probes the results with an independent reader. */
async function rebuilt(bytes: Buffer, story = false) {
  const outcome = await fate(bytes, story);
  if ('failure' in outcome) throw new Error(outcome.failure);
  const files = outcome.kept.slice(0, -1);
  for (const file of files) expect(notesIn(file)).toEqual([]);
  const { exif, xmp, icc, iptc, format } = await sharp(outcome.kept.at(-1)!).metadata();
  expect({ exif, xmp, icc, iptc, format }).toEqual({ format: 'webp' });
  return { ...outcome, facts: files.map(factsOf) };
}

const FILMS: [string, string, Recipe][] = [
  ['62 film.mp4', 'film.mp4', { codec: 'libx264' }],
  ['63 film.mov', 'film.mov', { codec: 'libx264', sound: 'pcm_s16le' }],
  ['film.wmv', 'film.wmv', { format: 'asf', codec: 'wmv2', sound: 'wmav2' }],
  ['film.avi', 'film.avi', { sound: 'libmp3lame' }],
  ['film.mkv', 'film.mkv', { codec: 'libx264' }],
  ['film.mpeg', 'film.mpeg', { format: 'mpeg', codec: 'mpeg2video', sound: 'mp2', rate: 25 }],
  ['film.m2v', 'film.m2v', { format: 'mpeg2video', codec: 'mpeg2video', sound: null, rate: 25 }],
];
test.each(DEEP ? FILMS : FILMS.slice(0, 2))(
  'T-UPL-%s is accepted and becomes an MP4 with its index first [MED-17]',
  async (_, name, recipe) => {
    const { facts, durationMs, width, height } = await rebuilt(video(name, recipe));
    expect({ width, height }).toEqual({ width: 160, height: 120 });
    expect(facts).toHaveLength(1);
    expect(facts[0]).toMatchObject({ width: 160, height: 120, indexFirst: true, turned: false });
    expect(facts[0]!.tracks).toBe(recipe.sound === null ? 1 : 2);
    expect(durationMs).toBeGreaterThan(900);
    expect(durationMs).toBeLessThan(1300);
  },
);

test.each(some(['ffv1', 'ffvhuff'], 1))(
  'pictures of the codec %s in a container are refused [ACC-56]',
  async (codec) => {
    expect(await fate(video('film.mkv', { codec, sound: null }))).toEqual({
      failure: 'unreadable',
    });
  },
);

test('.webm, .mp2, .mp3, ZIP, EICAR, empty and random files are refused by their content [MED-17, T-UPL-85]', async () => {
  const mp3 = video('lied.mp3', { codec: null, sound: 'libmp3lame' });
  expect(await fate(mp3)).toEqual({ failure: 'no_picture' });
  expect(await fate(hostile.withCover(mp3))).toEqual({ failure: 'no_picture' });
  expect(await fate(video('lied.mp2', { format: 'mp2', codec: null, sound: 'mp2' }))).toEqual({
    failure: 'no_picture',
  });
  expect(await fate(video('lied.mp4', { codec: null }))).toEqual({ failure: 'no_picture' });
  const others = [
    video('film.webm', { codec: 'libvpx', sound: null }),
    Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200)]),
    String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`,
    '',
    Buffer.alloc(5000, 7),
  ];
  for (const other of others) expect(await fate(other)).toEqual({ failure: 'unreadable' });
});

test('place, phone, time and name are in none of the files [T-UPL-64, T-UPL-65, T-UPL-66]', async () => {
  const plain = video('film.mov', { codec: 'libx264' });
  const tagged = video('tags.mp4', {
    metadata: {
      title: 'GEHEIM',
      artist: 'Lena',
      location: '+47.3769+008.5417/',
      creation_time: '2026-11-20T12:00:00Z',
    },
  });
  for (const carrier of [
    hostile.withXyz(plain),
    hostile.withLoci(plain),
    hostile.withAppleKeys(plain),
    tagged,
  ]) {
    expect(notesIn(carrier)).not.toEqual([]);
    expect(hostile.SECRETS.some((secret) => carrier.includes(secret))).toBe(true);
    expect((await rebuilt(carrier)).facts[0]!.tracks).toBe(2);
  }
});

test('playlists and references reach neither network nor other files [T-UPL-67, T-UPL-68, T-UPL-69, T-UPL-70, T-UPL-71, T-UPL-72]', async () => {
  const plain = video('film.mov', { codec: 'libx264', sound: null });
  const playlist = (of: string) =>
    `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\n${of}\n#EXT-X-ENDLIST\n`;
  const lists = [
    playlist('file:///etc/passwd'),
    playlist(`${address}/a.ts`),
    playlist(`concat:${address}/a.ts|file:///etc/passwd`),
    playlist('list.m3u8'),
    `ffconcat version 1.0\nfile '${address}/a.mp4'\nfile '/etc/passwd'\n`,
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><BaseURL>${address}/</BaseURL></MPD>`,
    `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
    hostile.aviWithPlaylist(playlist('file:///etc/passwd')),
    hostile.aviWithPlaylist(playlist(`${address}/a.ts`)),
    hostile.withReference(plain, `${address}/film.mov`),
    hostile.withReference(plain, 'file:///etc/passwd'),
    hostile.withAlias(plain, '/etc/passwd'),
  ];
  for (const list of lists) {
    const outcome = await fate(list);
    // A reference is not followed; the rest of the file may be rebuilt.
    if (!Buffer.isBuffer(list)) expect(outcome).toEqual({ failure: 'unreadable' });
    // The same without the sandbox: FFmpeg itself opens nothing else.
    const [source, inside] = [join(folder, 'bare'), join(folder, 'bare-work')];
    writeFileSync(source, list);
    mkdirSync(inside);
    const listener = { seconds: () => {}, progress: () => {} };
    await rebuild({ source, folder: inside, story: false, threads: 1 }, listener).catch(() => {});
    for (const file of readdirSync(inside))
      expect(readFileSync(join(inside, file)).includes('root:x:')).toBe(false);
    rmSync(inside, { recursive: true });
  }
  expect(hits).toBe(0);
  await fetch(address);
  expect(hits).toBe(1);
});

test('a film whose pictures are in another local file does not get them [T-UPL-67]', async () => {
  const plain = video('film.mov', { codec: 'libx264', sound: null });
  const other = join(folder, 'other.mov');
  writeFileSync(other, plain);
  const pointing = hostile.emptied(hostile.withAlias(plain, other));
  const source = join(folder, 'pointing.mov');
  writeFileSync(source, pointing);
  const inside = join(folder, 'pointing-work');
  mkdirSync(inside);
  // Without the sandbox, which would hide the other file.
  const done = rebuild(
    { source, folder: inside, story: false, threads: 1 },
    { seconds: () => {}, progress: () => {} },
  );
  await expect(done).rejects.toMatchObject({ code: 'unreadable' });
  expect(await fate(pointing)).toEqual({ failure: 'unreadable' });
});

test('excessive sizes and durations are refused [T-UPL-73, T-UPL-74, T-UPL-75, T-UPL-76, T-UPL-77]', async () => {
  const plain = video('film.mp4', { seconds: 2 });
  const files: [Buffer, string][] = [
    [hostile.withIndexSize(plain, 0xfffffff0), 'unreadable'],
    [hostile.withIndexSize(plain, 3), 'unreadable'],
    [hostile.nested(10_000), 'unreadable'],
    [
      video('wide.mov', { codec: 'mjpeg', width: 8400, height: 16, rate: 2, sound: null }),
      'too_large',
    ],
    [hostile.endless(plain), 'too_long'],
    [hostile.matroskaClaiming(video('film.mkv'), 1e9), 'too_long'],
    [plain.subarray(0, plain.length / 2), 'unreadable'],
  ];
  // The header's wrong size is ignored.
  expect((await rebuilt(hostile.claimingSize(plain, 65_535))).facts[0]).toMatchObject({
    width: 160,
    height: 120,
  });
  for (const [index, [file, failure]] of files.entries()) {
    expect(await fate(file), `file ${index}`).toEqual({ failure });
  }
});

test("a story's duration is measured on decoded frames, whatever its headers claim [MED-27, MED-28, T-UPL-81, T-UPL-82]", async () => {
  const long = { rate: 2, width: 64, height: 48, sound: null };
  const half = video('story.mp4', { ...long, seconds: 30 });
  expect((await rebuilt(half, true)).durationMs).toBeLessThanOrEqual(30_100);
  const more = video('story.mp4', { ...long, seconds: 31 });
  expect(await fate(more, true)).toEqual({ failure: 'story_too_long' });
  expect((await rebuilt(more)).durationMs).toBeGreaterThan(30_900);
  const forty = { ...long, seconds: 40 };
  expect(await fate(hostile.claiming(video('forged.mov', { ...forty }), 1), true)).toEqual({
    failure: 'story_too_long',
  });
  expect(await fate(hostile.matroskaClaiming(video('forged.mkv', forty), 1), true)).toEqual({
    failure: 'story_too_long',
  });
});

test('thousands of pictures in a moment are bounded, slow motion of a phone is accepted [T-FLT-13]', async () => {
  const short = { width: 64, height: 48, sound: null };
  expect(
    (await rebuilt(video('langsam.mp4', { ...short, rate: 240, seconds: 2 }))).durationMs,
  ).toBeLessThan(2200);
  expect(await fate(video('schnell.mp4', { ...short, rate: 1000, seconds: 2 }))).toEqual({
    failure: 'unreadable',
  });
});

test('attachments of a Matroska file are dropped [T-UPL-84]', async () => {
  const file = hostile.withAttachment(video('film.mkv', { codec: 'libx264' }));
  expect(file.includes('GEHEIM')).toBe(true);
  expect((await rebuilt(file)).facts[0]!.tracks).toBe(2);
});

let filmed: ReturnType<typeof rebuilt> | undefined;
/** The film as it lies when no phone has turned it. */
const asFilmed = () => (filmed ??= rebuilt(video('film.mp4', { codec: 'libx264' })));

const TURNS: [string, number[], string][] = [
  ['a quarter to the right', [0, 1, 0, -1, 0, 0, 0, 0, 1], 'right'],
  ['a quarter to the left', [0, -1, 0, 1, 0, 0, 0, 0, 1], 'left'],
  ['upside down', [-1, 0, 0, 0, -1, 0, 0, 0, 1], 'over'],
];
test.each(some(TURNS, 1))(
  'a picture rotated %s by the phone becomes upright [MED-17]',
  async (_, matrix, way) => {
    const { kept: unturned } = await asFilmed();
    const { facts, kept } = await rebuilt(video('film.mp4', { codec: 'libx264', matrix }));
    const [width, height] = way === 'over' ? [160, 120] : [120, 160];
    expect(facts[0]).toMatchObject({ width, height, turned: false });
    const degrees = { right: 90, left: 270, over: 180 }[way]!;
    const wanted = await sharp(unturned.at(-1)!).rotate(degrees).raw().toBuffer();
    const shown = await sharp(kept.at(-1)!).raw().toBuffer();
    let difference = 0;
    for (const [index, value] of wanted.entries()) difference += Math.abs(value - shown[index]!);
    expect(difference / wanted.length).toBeLessThan(12);
  },
);

test('two sizes, never enlarged, and at most 30 pictures per second [MED-18]', async () => {
  const large = await rebuilt(
    video('gross.mp4', { codec: 'libx264', width: 1280, height: 960, rate: 60, sound: null }),
  );
  expect(large.files.map(({ height }) => height)).toEqual([720, 480]);
  expect(large.facts.map(({ width, height }) => [width, height])).toEqual([
    [960, 720],
    [640, 480],
  ]);
  expect(large).toMatchObject({ width: 960, height: 720 });
  const odd = await rebuilt(
    video('hoch.mp4', { codec: 'mjpeg', width: 98, height: 186, format: 'mov', sound: null }),
  );
  expect(odd.facts[0]).toMatchObject({ width: 98, height: 186 });
});

test.runIf(DEEP)('HDR pictures of phones are converted to standard range [MED-17]', async () => {
  const usual = await rebuilt(video('film.mp4', { codec: 'libx264', width: 320, height: 180 }));
  const wide = 'color_primaries=bt2020:color_trc=arib-std-b67:colorspace=bt2020nc:range=limited';
  const hlg = video('film.mov', {
    codec: 'libx265',
    width: 320,
    height: 180,
    look: [
      ['format', 'pix_fmts=yuv420p10le'],
      ['setparams', wide],
    ],
    encoder: {
      color_primaries: 'bt2020',
      color_trc: 'arib-std-b67',
      colorspace: 'bt2020nc',
      preset: 'ultrafast',
      'x265-params': 'log-level=none',
    },
  });
  const { kept } = await rebuilt(hlg);
  const bright = async (poster: Buffer) =>
    (await sharp(poster).stats()).channels.map(({ mean }) => mean);
  for (const [index, mean] of (await bright(kept.at(-1)!)).entries()) {
    expect(Math.abs(mean - (await bright(usual.kept.at(-1)!))[index]!)).toBeLessThan(60);
  }
});

test('interlaced pictures are deinterlaced [MED-17]', async () => {
  const lines = video('film.mpeg', {
    format: 'mpeg',
    codec: 'mpeg2video',
    sound: 'mp2',
    rate: 25,
    look: [['setfield', 'mode=tff']],
    encoder: { flags: '+ilme+ildct' },
  });
  const { durationMs } = await rebuilt(lines);
  expect(durationMs).toBeGreaterThan(900);
});

test('damaged files are refused or rebuilt, and the server process continues [T-UPL-47]', async () => {
  const pid = process.pid;
  let seed = 42;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed % below;
  };
  const whole = [
    video('a.mp4'),
    video('a.mkv'),
    video('a.avi', { sound: 'libmp3lame' }),
    video('a.wmv', { format: 'asf', codec: 'wmv2', sound: 'wmav2' }),
  ];
  for (const file of some(whole, 2)) {
    const bytes = Buffer.from(file);
    for (let hit = 0; hit < 60; hit++) bytes[16 + random(bytes.length - 16)] = random(256);
    const outcome = await fate(bytes).catch(({ message }: Error) => ({ died: message }));
    expect(Object.keys(outcome).length).toBeGreaterThan(0);
  }
  expect(process.pid).toBe(pid);
});
