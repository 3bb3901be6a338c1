/**
 * Process: encodes a video into the product's two files with node-av alone, without checks or
 * limits.
 */
import { join } from 'node:path';
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  FFmpegError,
  Filter,
  type FilterContext,
  FilterGraph,
  FormatContext,
  Frame,
  Packet,
  Rational,
} from 'node-av/lib';
import { serveJobs } from './child.ts';

export interface BareVideoJob {
  source: string;
  folder: string;
  threads: number;
  rate: number;
  sizes: { width: number; height: number; maxrate: number }[];
}

const ok = (code: number) => FFmpegError.throwIfError(code);

serveJobs<BareVideoJob, { seconds: number }>(async ({ source, folder, threads, rate, sizes }) => {
  const begin = performance.now();
  const input = new FormatContext();
  ok(input.openInputSync(source));
  ok(input.findStreamInfoSync());
  const streams = [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO].map(
    (type) => input.streams[input.findBestStream(type)]!,
  );
  const decoders = streams.map((stream, index) => {
    const codec = Codec.findDecoder(stream.codecpar.codecId)!;
    const context = new CodecContext();
    context.allocContext3(codec);
    ok(context.parametersToContext(stream.codecpar));
    context.pktTimebase = stream.timeBase;
    context.threadCount = index === 0 ? threads : 1;
    ok(context.open2Sync(codec, null));
    return context;
  });

  const graph = new FilterGraph();
  graph.alloc();
  graph.nbThreads = threads;
  const add = (name: string, args: string | null, behind?: FilterContext, pad = 0) => {
    const made = graph.createFilter(Filter.getByName(name)!, `${name}${graph.nbFilters}`, args)!;
    if (behind) ok(behind.link(pad, made, 0));
    return made;
  };
  const [{ codecpar, timeBase }, sound] = streams as [(typeof streams)[0], (typeof streams)[0]];
  const size = `video_size=${codecpar.width}x${codecpar.height}:pix_fmt=yuv420p`;
  const pictures = add(
    'buffer',
    `${size}:time_base=${timeBase.num}/${timeBase.den}:pixel_aspect=1/1`,
  );
  const first = sizes[0]!;
  let end = add('fps', `fps=${rate}`, pictures);
  end = add('scale', `w=${first.width}:h=${first.height}:flags=bicubic`, end);
  end = add('format', 'pix_fmts=yuv420p', end);
  const split = add('split', `outputs=${sizes.length}`, end);
  const sinks = sizes.map(({ width, height }, index) =>
    index === 0
      ? add('buffersink', null, split)
      : add('buffersink', null, add('scale', `w=${width}:h=${height}:flags=bicubic`, split, index)),
  );
  const noise = add(
    'abuffer',
    `time_base=1/${sound.timeBase.den}:sample_rate=${sound.codecpar.sampleRate}:sample_fmt=fltp:channel_layout=stereo`,
  );
  end = add('aresample', '48000', noise);
  end = add('aformat', 'sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo', end);
  const soundSink = add('abuffersink', null, add('asetnsamples', 'n=1024:p=0', end));
  ok(graph.configSync());

  const encoder = (
    name: typeof FF_ENCODER_AAC | typeof FF_ENCODER_LIBX264,
    fields: object,
    options: object,
  ) => {
    const codec = Codec.findEncoderByName(name)!;
    const context = new CodecContext();
    context.allocContext3(codec);
    context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    Object.assign(context, fields);
    for (const [option, value] of Object.entries(options))
      ok(context.setOption(option, String(value)));
    ok(context.open2Sync(codec, null));
    return context;
  };
  const form = { pixelFormat: AV_PIX_FMT_YUV420P, threadCount: threads, gopSize: rate * 2 };
  const times = { timeBase: new Rational(1, rate), framerate: new Rational(rate, 1) };
  const encoders = sizes.map(({ width, height, maxrate }) =>
    encoder(
      FF_ENCODER_LIBX264,
      { ...form, ...times, width, height },
      { preset: 'veryfast', profile: 'high', crf: 23, maxrate, bufsize: maxrate * 2 },
    ),
  );
  const samples = {
    sampleRate: 48_000,
    sampleFormat: AV_SAMPLE_FMT_FLTP,
    channelLayout: AV_CHANNEL_LAYOUT_STEREO,
  };
  const tone = encoder(
    FF_ENCODER_AAC,
    { ...samples, bitRate: 128_000n, timeBase: new Rational(1, 48_000) },
    {},
  );

  const files = sizes.map(({ height }, index) => {
    const file = new FormatContext();
    ok(file.allocOutputContext2(null, 'mp4', join(folder, `${height}.mp4`)));
    for (const context of [encoders[index]!, tone]) {
      const stream = file.newStream(null);
      ok(stream.codecpar.fromContext(context));
      stream.timeBase = context.timeBase;
    }
    ok(file.openOutputSync());
    ok(file.setOption('movflags', '+faststart'));
    ok(file.writeHeaderSync(null));
    return file;
  });
  const frame = new Frame();
  frame.alloc();
  const out = new Frame();
  out.alloc();
  const packet = new Packet();
  packet.alloc();
  const write = (file: FormatContext, track: number, from: CodecContext) => {
    using own = packet.clone()!;
    own.streamIndex = track;
    own.rescaleTs(from.timeBase, file.streams[track]!.timeBase);
    ok(file.interleavedWriteFrameSync(own));
  };
  const encode = (
    context: CodecContext,
    into: FormatContext[],
    track: number,
    of: Frame | null,
  ) => {
    if (of) of.pictType = 0 as typeof of.pictType;
    ok(context.sendFrameSync(of));
    while (context.receivePacketSync(packet) >= 0) {
      for (const file of into) write(file, track, context);
      packet.unref();
    }
  };
  const pour = (
    sink: FilterContext,
    context: CodecContext,
    into: FormatContext[],
    track: number,
  ) => {
    while (sink.buffersinkGetFrameSync(out) >= 0) {
      encode(context, into, track, out);
      out.unref();
    }
  };
  const pourAll = () => {
    for (const [index, sink] of sinks.entries()) pour(sink, encoders[index]!, [files[index]!], 0);
    pour(soundSink, tone, files, 1);
  };
  const decode = (index: number, of: Packet | null) => {
    decoders[index]!.sendPacketSync(of);
    while (decoders[index]!.receiveFrameSync(frame) >= 0) {
      ok((index === 0 ? pictures : noise).buffersrcAddFrameSync(frame));
      frame.unref();
      pourAll();
    }
  };
  using read = new Packet();
  read.alloc();
  while (input.readFrameSync(read) >= 0) {
    const index = streams.findIndex((stream) => stream.index === read.streamIndex);
    if (index >= 0) decode(index, read);
    read.unref();
  }
  for (const [index, from] of [pictures, noise].entries()) {
    decode(index, null);
    ok(from.buffersrcAddFrameSync(null));
  }
  pourAll();
  for (const [index, context] of encoders.entries()) encode(context, [files[index]!], 0, null);
  encode(tone, files, 1, null);
  for (const file of files) {
    ok(file.writeTrailerSync());
    file.closeOutputSync();
  }
  return { seconds: (performance.now() - begin) / 1000 };
});
