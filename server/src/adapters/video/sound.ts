import type { AVSampleFormat } from 'node-av/constants';
import { avGetSampleFmtName, type FilterContext, Frame } from 'node-av/lib';
import { Graph } from './graph.ts';
import { SAMPLE_RATE, SAMPLES_PER_FRAME } from './mp4.ts';

/** Time base of sound in ticks per second; sample counts would lose precision for other rates. */
const TICKS = 1_000_000;

/** The filters from decoded sound of any format to stereo ready for encoding. */
export interface Sound {
  feed(frame: Frame | null, seconds: number): void;
  drain(each: (frame: Frame) => void): void;
}

/** Undefined if the sound cannot be converted to stereo; the video then has none. */
export function sound(first: Frame): Sound | undefined {
  try {
    const graph = new Graph(1);
    const form = formOf(first);
    const { mask, nbChannels } = first.channelLayout;
    const source = graph.add(
      'abuffer',
      `time_base=1/${TICKS}:sample_rate=${first.sampleRate}:sample_fmt=${avGetSampleFmtName(first.format as AVSampleFormat)}:channel_layout=${mask === 0n ? `${nbChannels}c` : `0x${mask.toString(16)}`}`,
    );
    // Gaps become silence, to stay synchronous with the picture.
    let end: FilterContext = graph.add(
      'aresample',
      `${SAMPLE_RATE}:async=1000:first_pts=0`,
      source,
    );
    end = graph.add(
      'aformat',
      `sample_fmts=fltp:sample_rates=${SAMPLE_RATE}:channel_layouts=stereo`,
      end,
    );
    end = graph.add('asetnsamples', `n=${SAMPLES_PER_FRAME}:p=0`, end);
    const sink = graph.add('abuffersink', null, end);
    graph.start();
    const out = new Frame();
    out.alloc();
    return {
      feed(frame, seconds) {
        // Frames whose format changes midway are dropped.
        if (frame && formOf(frame) !== form) return;
        if (frame) frame.pts = BigInt(Math.round(seconds * TICKS));
        graph.feed(source, frame);
      },
      drain: (each) => graph.drain(sink, out, each),
    };
  } catch {
    return undefined;
  }
}

const formOf = ({ sampleRate, format, channelLayout }: Frame) =>
  `${sampleRate} ${format} ${channelLayout.nbChannels} ${channelLayout.mask}`;
