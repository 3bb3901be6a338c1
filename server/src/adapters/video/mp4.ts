import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_BITEXACT,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  AVFMT_FLAG_BITEXACT,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import {
  BitStreamFilter,
  BitStreamFilterContext,
  Codec,
  CodecContext,
  FFmpegError,
  FormatContext,
  type Frame,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib';
import type { Rate, Size } from './picture.ts';

export const SAMPLE_RATE = 48_000;
export const SAMPLES_PER_FRAME = 1024;
const SOUND_BITS = 128_000;
/** Maximum bits per second by shorter side; static scenes need far less. */
const MAX_BITS = { large: 2_800_000, small: 1_300_000 };
const SMALL = 480;
const SECONDS_PER_GROUP = 2;

/** Encodes frames; `each` gets packets that are reused afterwards. */
export interface Encoder {
  context: CodecContext;
  encode(frame: Frame | null, each: (packet: Packet) => void): void;
}

export function pictureEncoder({ width, height }: Size, rate: Rate, threads: number): Encoder {
  const { context, codec } = allocate('libx264');
  const bits = Math.min(width, height) > SMALL ? MAX_BITS.large : MAX_BITS.small;
  Object.assign(context, {
    width,
    height,
    pixelFormat: AV_PIX_FMT_YUV420P,
    timeBase: new Rational(rate.den, rate.num),
    framerate: new Rational(rate.num, rate.den),
    sampleAspectRatio: new Rational(1, 1),
    threadCount: threads,
    gopSize: Math.max(1, Math.round((SECONDS_PER_GROUP * rate.num) / rate.den)),
    colorRange: AVCOL_RANGE_MPEG,
    colorSpace: AVCOL_SPC_BT709,
    colorPrimaries: AVCOL_PRI_BT709,
    colorTrc: AVCOL_TRC_BT709,
  });
  const options = {
    preset: 'veryfast',
    profile: 'high',
    crf: 23,
    maxrate: bits,
    bufsize: bits * 2,
    a53cc: 0,
  };
  for (const [name, value] of Object.entries(options)) {
    FFmpegError.throwIfError(context.setOption(name, String(value)), name);
  }
  FFmpegError.throwIfError(context.open2Sync(codec, null), 'libx264');
  const clean = withoutNotes(context);
  return {
    context,
    encode(frame, each) {
      // The source's picture types must not influence the encoder.
      if (frame) frame.pictType = AV_PICTURE_TYPE_NONE;
      run(context, frame, (packet) => clean(packet, each));
      if (!frame) clean(null, each);
    },
  };
}

export function soundEncoder(): Encoder {
  const { context, codec } = allocate('aac');
  Object.assign(context, {
    sampleRate: SAMPLE_RATE,
    sampleFormat: AV_SAMPLE_FMT_FLTP,
    channelLayout: AV_CHANNEL_LAYOUT_STEREO,
    bitRate: BigInt(SOUND_BITS),
    timeBase: new Rational(1, SAMPLE_RATE),
    threadCount: 1,
  });
  FFmpegError.throwIfError(context.open2Sync(codec, null), 'aac');
  return { context, encode: (frame, each) => run(context, frame, each) };
}

function allocate(name: 'libx264' | 'aac') {
  const codec = Codec.findEncoderByName(name === 'aac' ? FF_ENCODER_AAC : FF_ENCODER_LIBX264);
  if (!codec) throw new Error(`this build of FFmpeg has no ${name}`);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.setFlags(AV_CODEC_FLAG_BITEXACT, AV_CODEC_FLAG_GLOBAL_HEADER);
  return { codec, context };
}

function run(context: CodecContext, frame: Frame | null, each: (packet: Packet) => void): void {
  FFmpegError.throwIfError(context.sendFrameSync(frame), 'encoder');
  using packet = new Packet();
  packet.alloc();
  while (context.receivePacketSync(packet) >= 0) {
    each(packet);
    packet.unref();
  }
}

/** Removes x264's name and settings (SEI, type 6) from the stream. */
function withoutNotes(encoder: CodecContext) {
  const filter = BitStreamFilter.getByName('filter_units');
  if (!filter) throw new Error('this build of FFmpeg has no filter_units');
  const context = new BitStreamFilterContext();
  FFmpegError.throwIfError(context.alloc(filter), 'filter_units');
  FFmpegError.throwIfError(context.setOption('remove_types', '6'), 'filter_units');
  context.inputCodecParameters!.fromContext(encoder);
  context.inputTimeBase = encoder.timeBase;
  FFmpegError.throwIfError(context.init(), 'filter_units');
  const out = new Packet();
  out.alloc();
  return (packet: Packet | null, each: (packet: Packet) => void) => {
    FFmpegError.throwIfError(context.sendPacketSync(packet), 'filter_units');
    while (context.receivePacketSync(out) >= 0) {
      each(out);
      out.unref();
    }
  };
}

/** Writes an MP4 file with its index first, containing only picture and sound. */
export class Mp4 {
  readonly #context = new FormatContext();
  readonly #tracks: { stream: Stream; timeBase: Rational }[] = [];
  /** End of the last picture or sound. */
  seconds = 0;

  constructor(path: string, encoders: Encoder[]) {
    FFmpegError.throwIfError(this.#context.allocOutputContext2(null, 'mp4', path), 'mp4');
    this.#context.setFlags(AVFMT_FLAG_BITEXACT);
    for (const { context } of encoders) {
      const stream = this.#context.newStream(null);
      FFmpegError.throwIfError(stream.codecpar.fromContext(context), 'mp4');
      stream.codecpar.codecTag = 0;
      stream.timeBase = context.timeBase;
      this.#tracks.push({ stream, timeBase: context.timeBase });
    }
    FFmpegError.throwIfError(this.#context.openOutputSync(), 'mp4');
    const options = { movflags: '+faststart', empty_hdlr_name: '1', write_tmcd: '0' };
    for (const [name, value] of Object.entries(options)) {
      FFmpegError.throwIfError(this.#context.setOption(name, value), name);
    }
    FFmpegError.throwIfError(this.#context.writeHeaderSync(null), 'mp4');
  }

  write(track: number, packet: Packet): void {
    const { stream, timeBase } = this.#tracks[track]!;
    using own = packet.clone();
    if (!own) throw new Error('out of memory');
    own.streamIndex = stream.index;
    // A picture without duration would be dropped.
    if (own.duration === 0n) own.duration = 1n;
    own.rescaleTs(timeBase, stream.timeBase);
    const { num, den } = stream.timeBase;
    this.seconds = Math.max(this.seconds, (Number(own.pts + own.duration) * num) / den);
    FFmpegError.throwIfError(this.#context.interleavedWriteFrameSync(own), 'mp4');
  }

  close(): void {
    FFmpegError.throwIfError(this.#context.writeTrailerSync(), 'mp4');
    this.#context.closeOutputSync();
  }
}
