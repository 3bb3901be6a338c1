import type { FFEncoderCodec } from 'node-av/constants';
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_LOG_QUIET,
  AV_PKT_DATA_DISPLAYMATRIX,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  type FilterContext,
  FormatContext,
  Frame,
  Log,
  Packet,
  Rational,
} from 'node-av/lib';
import { Graph } from '../../adapters/video/graph.ts';

Log.setLevel(AV_LOG_QUIET);

export interface Recipe {
  seconds?: number;
  width?: number;
  height?: number;
  rate?: number;
  /** Name of the container; guessed from the ending otherwise. */
  format?: string;
  /** Of the pictures; none when null. */
  codec?: string | null;
  /** Of the sound; none when null. */
  sound?: string | null;
  metadata?: Record<string, string>;
  options?: Record<string, string>;
  /** Source of the pictures; by default a test card. */
  from?: Filters;
  /** Filters behind the source of the pictures. */
  look?: Filters;
  /** Options of the encoder of the pictures. */
  encoder?: Record<string, string>;
  /** Display matrix: nine numbers as a player applies them. */
  matrix?: number[];
}

type Filters = [name: string, args: string | null][];

const ok = (code: number) => FFmpegError.throwIfError(code);

/** A small moving picture with a tone, made here: no test needs somebody else's video. */
export function makeVideo(path: string, recipe: Recipe = {}): string {
  const {
    seconds = 2,
    width = 160,
    height = 120,
    rate = 10,
    codec = 'mpeg4',
    sound = 'aac',
  } = recipe;
  const out = new FormatContext();
  ok(out.allocOutputContext2(null, recipe.format ?? null, path));
  const tracks: (() => void)[] = [];
  const add = (
    name: string,
    { graph, sink }: Chain,
    set: (context: CodecContext) => void,
    matrix?: number[],
  ) => {
    const encoder = new CodecContext();
    const found = Codec.findEncoderByName(name as FFEncoderCodec);
    if (!found) throw new Error(`no encoder ${name}`);
    encoder.allocContext3(found);
    encoder.threadCount = 1;
    set(encoder);
    if (/^(mp4|mov|matroska|asf)/.test(out.oformat?.name ?? ''))
      encoder.setOption('flags', '+global_header');
    if (name === 'libx264') encoder.setOption('preset', 'ultrafast');
    ok(encoder.open2Sync(found, null));
    const stream = out.newStream(null);
    ok(stream.codecpar.fromContext(encoder));
    stream.timeBase = encoder.timeBase;
    if (matrix) {
      const bytes = Buffer.alloc(36);
      for (const [at, number] of matrix.entries())
        bytes.writeInt32LE(number * (at % 3 === 2 ? 1 << 30 : 1 << 16), at * 4);
      stream.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, bytes);
    }
    const write = (frame: Frame | null) => {
      ok(encoder.sendFrameSync(frame));
      using packet = new Packet();
      packet.alloc();
      while (encoder.receivePacketSync(packet) >= 0) {
        packet.streamIndex = stream.index;
        if (packet.duration === 0n) packet.duration = 1n;
        packet.rescaleTs(encoder.timeBase, stream.timeBase);
        ok(out.interleavedWriteFrameSync(packet));
      }
    };
    tracks.push(() => {
      using frame = new Frame();
      frame.alloc();
      graph.drain(sink, frame, write);
      write(null);
    });
  };
  if (codec) {
    const made = chain([
      ...(recipe.from ?? [
        ['testsrc2', `size=${width}x${height}:rate=${rate}:duration=${seconds}`],
      ]),
      ['format', `pix_fmts=${codec === 'mjpeg' ? 'yuvj420p' : 'yuv420p'}`],
      ...(recipe.look ?? []),
      ['buffersink', null],
    ]);
    const set = (context: CodecContext) => {
      Object.assign(context, { width, height, pixelFormat: made.sink.buffersinkGetFormat() });
      Object.assign(context, { timeBase: new Rational(1, rate), framerate: new Rational(rate, 1) });
      for (const [option, value] of Object.entries(recipe.encoder ?? {}))
        ok(context.setOption(option, value));
    };
    add(codec, made, set, recipe.matrix);
  }
  if (sound) {
    const { form = 'fltp', samples = 1024 } = SOUNDS[sound] ?? {};
    const made = chain([
      ['sine', `frequency=440:duration=${seconds}:sample_rate=44100`],
      ['aformat', `sample_fmts=${form}:sample_rates=44100:channel_layouts=stereo`],
      ['asetnsamples', `n=${samples}`],
      ['abuffersink', null],
    ]);
    add(sound, made, (context) => {
      Object.assign(context, {
        sampleRate: 44_100,
        channelLayout: AV_CHANNEL_LAYOUT_STEREO,
        bitRate: 64_000n,
      });
      Object.assign(context, {
        sampleFormat: made.sink.buffersinkGetFormat(),
        timeBase: new Rational(1, 44_100),
      });
    });
  }
  if (recipe.metadata) out.metadata = Dictionary.fromObject(recipe.metadata);
  ok(out.openOutputSync());
  for (const [option, value] of Object.entries(recipe.options ?? {}))
    ok(out.setOption(option, value));
  ok(out.writeHeaderSync(null));
  for (const pour of tracks) pour();
  ok(out.writeTrailerSync());
  out.closeOutputSync();
  return path;
}

const SOUNDS: Record<string, { form?: string; samples?: number }> = {
  mp2: { form: 's16', samples: 1152 },
  libmp3lame: { samples: 1152 },
  wmav2: { samples: 2048 },
  pcm_s16le: { form: 's16' },
};

interface Chain {
  graph: Graph;
  sink: FilterContext;
}

function chain(filters: Filters): Chain {
  const graph = new Graph(1);
  let end: FilterContext | undefined;
  for (const [name, args] of filters) end = graph.add(name, args, end);
  graph.start();
  return { graph, sink: end! };
}
