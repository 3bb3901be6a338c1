import { MAX_STORY_SECONDS, MAX_VIDEO_SECONDS } from '@samtrot/shared/media/rules.ts';
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_NOPTS_VALUE,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVDISCARD_ALL,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  Dictionary,
  FormatContext,
  Frame,
  InputFormat,
  Packet,
  type Stream,
} from 'node-av/lib';
import { DECODERS, PROTOCOLS } from './accepted.ts';
import { containerOf } from './container.ts';
import { type Job, Refusal } from './messages.ts';

/** Pixels per picture: 4K including its cinema format. */
const MAX_PIXELS = 4096 * 2304;
const MAX_SIDE = 8192;
const MAX_STREAMS = 24;
/** A recording cut to the limit may be some frames longer. */
const TOLERANCE_SECONDS = 0.5;
const MICROSECONDS = 1e6;

/** One decoded stream. Times are in seconds from the start of the file. */
export interface Track {
  stream: Stream;
  decode(packet: Packet | null, each: (frame: Frame, seconds: number, lasts: number) => void): void;
}

export interface Source {
  /** The declared duration; 0 if unknown. */
  seconds: number;
  video: Track;
  audio: Track | undefined;
  /** Quarter turns clockwise and mirrorings that make the picture upright. */
  upright: ('right' | 'left' | 'mirror' | 'over')[];
  /** The packets of both tracks to the end. */
  packets(): Generator<{ track: Track; packet: Packet }>;
  /** @throws Refusal beyond the maximum duration */
  requireWithin(seconds: number): void;
}

/**
 * Opens an untrusted file with the demuxer determined by its first bytes.
 * @throws Refusal
 */
export function openSource({ source: path, story, threads }: Job): Source {
  const reader = containerOf(path);
  if (reader === 'sound') throw new Refusal('no_picture', 'sound only');
  if (!reader) throw new Refusal('unreadable', 'no container that is accepted');
  const context = new FormatContext();
  context.allocContext();
  const format = InputFormat.findInputFormat(reader);
  if (!format) throw new Error(`no reader ${reader}`);
  context.maxStreams = MAX_STREAMS;
  const options = Dictionary.fromObject({
    format_whitelist: format.name,
    protocol_whitelist: PROTOCOLS.join(','),
    codec_whitelist: DECODERS.join(','),
    ...(reader === 'mov' && { enable_drefs: '0', use_absolute_path: '0', ignore_editlist: '0' }),
  });
  if (context.openInputSync(`file:${path}`, format, options) < 0)
    throw new Refusal('unreadable', `no ${reader}`);
  const limit = story ? MAX_STORY_SECONDS : MAX_VIDEO_SECONDS;
  const requireWithin = (seconds: number) => {
    if (seconds > limit + TOLERANCE_SECONDS) {
      throw new Refusal(story ? 'story_too_long' : 'too_long', `${Math.round(seconds)} s`);
    }
  };
  // Before decoding: a header may claim a picture that fills the memory.
  for (const { codecpar } of context.streams) requireSize(codecpar.width, codecpar.height);
  if (context.nbStreams === 0 && reader === 'mov') throw new Refusal('unreadable', 'no streams');
  if (context.findStreamInfoSync(null) < 0) throw new Refusal('unreadable', 'no streams');
  for (const { codecpar } of context.streams) requireSize(codecpar.width, codecpar.height);
  const claimed = Number(context.duration) / MICROSECONDS;
  const seconds = Math.max(0, claimed);
  const start =
    context.startTime === AV_NOPTS_VALUE ? undefined : Number(context.startTime) / MICROSECONDS;

  const all = context.streams;
  const usable = (type: number) => (one: Stream) =>
    one.codecpar.codecType === type && (one.disposition & AV_DISPOSITION_ATTACHED_PIC) === 0;
  const videos = all.filter(usable(AVMEDIA_TYPE_VIDEO));
  if (videos.length === 0) throw new Refusal('no_picture', 'no stream of pictures');
  requireWithin(seconds);
  const begin = { seconds: start };
  const [video] = videos.flatMap((stream) => openTrack(stream, threads, begin) ?? []);
  if (!video) throw new Refusal('unreadable', 'no decoder for the pictures');
  const [audio] = all
    .filter(usable(AVMEDIA_TYPE_AUDIO))
    .flatMap((stream) => openTrack(stream, 1, begin) ?? []);
  for (const stream of all) {
    if (stream.index !== video.stream.index && stream.index !== audio?.stream.index)
      stream.discard = AVDISCARD_ALL;
  }

  return {
    seconds,
    video,
    audio,
    upright: uprightOf(video.stream),
    *packets() {
      using packet = new Packet();
      packet.alloc();
      while (context.readFrameSync(packet) >= 0) {
        const track = [video, audio].find((one) => one?.stream.index === packet.streamIndex);
        if (track) yield { track, packet };
        packet.unref();
      }
    },
    requireWithin,
  };
}

/** @throws Refusal too_large */
export function requireSize(width: number, height: number): void {
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    throw new Refusal('too_large', `${width} x ${height}`);
  }
}

/** Undefined without a decoder. `begin` is set by the first timestamp if the file declares none. */
function openTrack(
  stream: Stream,
  threads: number,
  begin: { seconds: number | undefined },
): Track | undefined {
  const { codecpar } = stream;
  const codec = Codec.findDecoder(codecpar.codecId);
  if (!codec || !DECODERS.includes(codec.name ?? '')) return undefined;
  const context = new CodecContext();
  context.allocContext3(codec);
  if (context.parametersToContext(codecpar) < 0) return undefined;
  context.pktTimebase = stream.timeBase;
  context.threadCount = threads;
  // Set on the context: a dictionary passed to `open2` is freed twice by this binding.
  context.setOption('max_pixels', String(MAX_PIXELS));
  context.setOption('codec_whitelist', DECODERS.join(','));
  if (context.open2Sync(codec, null) < 0) return undefined;
  const { num, den } = stream.timeBase;
  const frame = new Frame();
  frame.alloc();
  const rate = stream.avgFrameRate;
  const usual = codecpar.codecType === AVMEDIA_TYPE_VIDEO && rate.num > 0 ? rate.den / rate.num : 0;
  let last = 0;
  return {
    stream,
    decode(packet, each) {
      // Damaged packets are skipped; the end checks whether enough was decoded.
      if (context.sendPacketSync(packet) < 0 && packet) return;
      for (;;) {
        const got = context.receiveFrameSync(frame);
        if (got === AVERROR_EAGAIN || got === AVERROR_EOF || got < 0) return;
        const stamp =
          frame.bestEffortTimestamp === AV_NOPTS_VALUE ? frame.pts : frame.bestEffortTimestamp;
        const at = stamp === AV_NOPTS_VALUE ? last : (Number(stamp) * num) / den;
        begin.seconds ??= at;
        const lasts = frame.duration > 0n ? (Number(frame.duration) * num) / den : usual;
        last = at + lasts;
        each(frame, at - begin.seconds, lasts);
        frame.unref();
      }
    },
  };
}

/** Decodes the display matrix: nine 32-bit numbers; the first, second, fourth and fifth rotate. */
function uprightOf(stream: Stream): Source['upright'] {
  const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (!matrix || matrix.length < 36) return [];
  const [a, b, c, d] = [0, 4, 12, 16].map((at) => Math.sign(matrix.readInt32LE(at)));
  if (a === 0 && d === 0) {
    if (b! > 0) return c! > 0 ? ['right', 'mirror'] : ['right'];
    return c! < 0 ? ['left', 'mirror'] : ['left'];
  }
  return [...(a! < 0 ? (['mirror'] as const) : []), ...(d! < 0 ? (['over'] as const) : [])];
}
