import type { AVSampleFormat } from 'node-av/constants';
import { avGetSampleFmtName, type FilterContext, Frame } from 'node-av/lib';
import { Graph } from './graph.ts';
import { SAMPLE_RATE, SAMPLES_PER_FRAME } from './mp4.ts';

/** Ticks per second of the sound on its way: those of its own samples would lose moments of other rates. */
const TICKS = 1_000_000;

/** Everything from unpacked sound, whatever its form, to stereo ready to be packed. */
export interface Sound {
  feed(frame: Frame | null, seconds: number): void;
  drain(each: (frame: Frame) => void): void;
}

/** Undefined when this sound cannot be brought to stereo: the video then goes without. */
export function sound(first: Frame): Sound | undefined {
  try {
    const graph = new Graph(1);
    const form = formOf(first);
    const { mask, nbChannels } = first.channelLayout;
    const source = graph.add(
      'abuffer',
      `time_base=1/${TICKS}:sample_rate=${first.sampleRate}:sample_fmt=${avGetSampleFmtName(first.format as AVSampleFormat)}:channel_layout=${mask === 0n ? `${nbChannels}c` : `0x${mask.toString(16)}`}`,
    );
    // Gaps become silence, so that sound and pictures stay together.
    let end: FilterContext = graph.add('aresample', `${SAMPLE_RATE}:async=1000:first_pts=0`, source);
    end = graph.add('aformat', `sample_fmts=fltp:sample_rates=${SAMPLE_RATE}:channel_layouts=stereo`, end);
    end = graph.add('asetnsamples', `n=${SAMPLES_PER_FRAME}:p=0`, end);
    const sink = graph.add('abuffersink', null, end);
    graph.start();
    const out = new Frame();
    out.alloc();
    return {
      feed(frame, seconds) {
        // What changes its form in the middle is left out.
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
