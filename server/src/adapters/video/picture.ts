import { VIDEO_HEIGHTS } from '@samtrot/shared/media/rules.ts';
import {
  AV_FRAME_FLAG_INTERLACED,
  AV_PIX_FMT_RGB24,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
} from 'node-av/constants';
import { type FilterContext, Frame } from 'node-av/lib';
import sharp from 'sharp';
import { Graph } from './graph.ts';
import { Refusal } from './messages.ts';
import type { Source } from './source.ts';

const MAX_RATE = 30;
/** Longer side of the largest file, for extreme aspect ratios. */
const MAX_LONG_SIDE = 1920;
const MIN_SIDE = 16;
/** Larger pixel aspect ratios are considered errors. */
const MAX_PIXEL_SHAPE = 4;
const POSTER_QUALITY = 80;
/** Time base of pictures in the graph, in ticks per second. */
const TICKS = 90_000;

export interface Size {
  width: number;
  height: number;
}

export interface Rate {
  num: number;
  den: number;
}

/** The filters from decoded pictures to pictures ready for encoding. */
export interface Pictures {
  rate: Rate;
  /** Largest first; never enlarged. */
  sizes: Size[];
  /** Adds a picture with its time, or null at the end. */
  feed(frame: Frame | null, seconds: number, lasts: number): void;
  /** Passes the available pictures of one size. */
  drain(index: number, each: (frame: Frame) => void): void;
}

/**
 * Built from the first decoded picture, whose format is authoritative.
 * @throws Refusal
 */
export function pictures(first: Frame, { video, upright }: Source, threads: number): Pictures {
  const like: Size & { format: number } = {
    width: first.width,
    height: first.height,
    format: first.format,
  };
  const sizes = sizesOf(shownSize(first, video.stream.codecpar.sampleAspectRatio, upright));
  const rate = rateOf(video.stream.avgFrameRate);
  const graph = new Graph(threads);
  const source = graph.addSource(first, { num: 1, den: TICKS });
  let end = source;
  // Interlaced, as by camcorders.
  if (first.hasFlags(AV_FRAME_FLAG_INTERLACED))
    end = graph.add('bwdif', 'mode=send_frame:deint=interlaced', end);
  end = graph.add('fps', `fps=${rate.num}/${rate.den}:start_time=0`, end);
  end = graph.add('scale', scaleArgs(sizes[0]!, first, upright), end);
  end = graph.add('format', 'pix_fmts=yuv420p', end);
  for (const step of upright) end = graph.add(...UPRIGHT[step], end);
  end = graph.add('setsar', 'sar=1', end);
  const split = graph.add('split', `outputs=${sizes.length}`, end);
  const sinks = sizes.map(({ width, height }, index) => {
    const last =
      index === 0
        ? undefined
        : graph.add('scale', `w=${width}:h=${height}:flags=bicubic`, split, index);
    return graph.add('buffersink', null, last ?? split, last ? 0 : index);
  });
  graph.start();
  const out = new Frame();
  out.alloc();
  return {
    rate,
    sizes,
    feed(frame, seconds, lasts) {
      if (frame) {
        if (
          frame.width !== like.width ||
          frame.height !== like.height ||
          frame.format !== like.format
        ) {
          throw new Refusal('unreadable', 'the pictures change their form');
        }
        frame.pts = BigInt(Math.round(seconds * TICKS));
        frame.duration = BigInt(Math.round(lasts * TICKS));
      }
      graph.feed(source, frame);
    },
    drain: (index, each) => graph.drain(sinks[index]!, out, each),
  };
}

const UPRIGHT: Record<Source['upright'][number], [string, string | null]> = {
  right: ['transpose', 'dir=clock'],
  left: ['transpose', 'dir=cclock'],
  mirror: ['hflip', null],
  over: ['vflip', null],
};

const turned = (upright: Source['upright']) =>
  upright.includes('right') || upright.includes('left');

/** The displayed size: upright, with square pixels. */
function shownSize(
  frame: Frame,
  declared: { num: number; den: number },
  upright: Source['upright'],
): Size {
  const { num, den } = frame.sampleAspectRatio.num > 0 ? frame.sampleAspectRatio : declared;
  const shape = num > 0 && den > 0 ? num / den : 1;
  const usable = shape <= MAX_PIXEL_SHAPE && shape >= 1 / MAX_PIXEL_SHAPE ? shape : 1;
  const width = frame.width * usable;
  return turned(upright) ? { width: frame.height, height: width } : { width, height: frame.height };
}

function sizesOf({ width, height }: Size): Size[] {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const scaled = (side: number): Size => {
    const factor = Math.min(1, side / short, MAX_LONG_SIDE / long);
    return { width: even(width * factor), height: even(height * factor) };
  };
  const [largest] = VIDEO_HEIGHTS;
  const first = scaled(largest);
  if (shorter(first) < MIN_SIDE) throw new Refusal('unreadable', `${width} x ${height}`);
  const rest = VIDEO_HEIGHTS.slice(1).filter((side) => side < shorter(first));
  return [first, ...rest.map(scaled)];
}

const even = (side: number) => Math.floor(side / 2) * 2;

/** The name of a file by its shorter side, such as 720. */
export const shorter = ({ width, height }: Size): number => Math.min(width, height);

function rateOf({ num, den }: Rate): Rate {
  const rate = den > 0 ? num / den : 0;
  return rate >= 1 && rate <= MAX_RATE ? { num, den } : { num: MAX_RATE, den: 1 };
}

/** Scales to the size before rotation, in standard colours. */
function scaleArgs(
  size: Size,
  { colorSpace, colorTrc, height }: Frame,
  upright: Source['upright'],
): string {
  const [w, h] = turned(upright) ? [size.height, size.width] : [size.width, size.height];
  const args = [`w=${w}`, `h=${h}`, 'flags=bicubic', 'out_range=tv', 'out_color_matrix=bt709'];
  // Unspecified colours follow the convention for the size.
  if (colorSpace === AVCOL_SPC_UNSPECIFIED)
    args.push(`in_color_matrix=${height >= 720 ? 'bt709' : 'bt601'}`);
  // HDR pictures of phones would look washed out elsewhere.
  if (colorTrc === AVCOL_TRC_SMPTE2084 || colorTrc === AVCOL_TRC_ARIB_STD_B67) {
    args.push('out_primaries=bt709', 'out_transfer=bt709');
  }
  return args.join(':');
}

/** Encodes a picture as WebP. */
export async function posterOf(frame: Frame, path: string): Promise<void> {
  const graph = new Graph(1);
  const source = graph.addSource(frame, { num: 1, den: TICKS });
  const sink: FilterContext = graph.add(
    'buffersink',
    null,
    graph.add('format', 'pix_fmts=rgb24', source),
  );
  graph.start();
  graph.feed(source, frame);
  graph.feed(source, null);
  using out = new Frame();
  out.alloc();
  let pixels: { data: Buffer; width: number; height: number } | undefined;
  graph.drain(sink, out, (rgb) => {
    if (rgb.format === AV_PIX_FMT_RGB24)
      pixels = { data: rgb.toBuffer(), width: rgb.width, height: rgb.height };
  });
  if (!pixels) throw new Error('no poster');
  const { data, width, height } = pixels;
  await sharp(data, { raw: { width, height, channels: 3 } })
    .webp({ quality: POSTER_QUALITY })
    .toFile(path);
}
