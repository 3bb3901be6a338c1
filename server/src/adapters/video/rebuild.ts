import { join } from 'node:path';
import type { Frame, Packet } from 'node-av/lib';
import { type Built, type Job, Refusal } from './messages.ts';
import { type Encoder, Mp4, pictureEncoder, soundEncoder } from './mp4.ts';
import { type Pictures, pictures, posterOf, shorter } from './picture.ts';
import { type Sound, sound } from './sound.ts';
import { openSource, requireSize } from './source.ts';

/** Time of the poster, if the video is that long. */
const POSTER_SECONDS = 1;
/** Phones' slow motion has 240; more would only cost time. */
const MAX_PICTURES_PER_SECOND = 250;

export interface ProgressListener {
  seconds(seconds: number): void;
  /** Percent, called on each increase. */
  progress(percent: number): void;
}

/**
 * Re-encodes pictures and sound of a video: one MP4 file per size, and a poster. CPU-bound, so it
 * runs in a separate process.
 * @throws Refusal
 */
export async function rebuild(job: Job, listener: ProgressListener): Promise<Built> {
  const source = openSource(job);
  listener.seconds(source.seconds);
  const { video, audio } = source;
  let built: Output | undefined;
  const soundOf = audio && soundTrack();
  let [packets, shown, percent] = [0, 0, 0];

  const onPicture = (frame: Frame, seconds: number, lasts: number) => {
    source.requireWithin(seconds + lasts);
    requireSize(frame.width, frame.height);
    shown++;
    if (shown > MAX_PICTURES_PER_SECOND * (Math.max(0, seconds) + 1))
      throw new Refusal('unreadable', 'too many pictures');
    built ??= output(job, pictures(frame, source, job.threads), soundOf);
    built.feed(frame, Math.max(0, seconds), lasts);
    const now = source.seconds > 0 ? Math.min(99, Math.floor((seconds / source.seconds) * 100)) : 0;
    if (now > percent) {
      percent = now;
      listener.progress(percent);
    }
  };
  const onSound = (frame: Frame, seconds: number) => {
    source.requireWithin(seconds);
    soundOf?.feed(frame, Math.max(0, seconds));
  };
  for (const { track, packet } of source.packets()) {
    if (track === video) {
      packets++;
      track.decode(packet, onPicture);
    } else track.decode(packet, onSound);
    // Yields, so that messages are sent.
    if (packets % 8 === 0) await new Promise(setImmediate);
  }
  video.decode(null, onPicture);
  audio?.decode(null, onSound);
  if (!built || shown * 2 < packets)
    throw new Refusal('unreadable', `${shown} pictures of ${packets} packets`);
  soundOf?.end();
  return built.end();
}

type SoundTrack = ReturnType<typeof soundTrack>;

/** Encoded sound, buffered until the files exist. */
function soundTrack() {
  const encoder = soundEncoder();
  let stereo: Sound | undefined | null;
  let waiting: Packet[] = [];
  let to: ((packet: Packet) => void) | undefined;
  const pack = (frame: Frame | null) =>
    encoder.encode(frame, (packet) => {
      if (to) to(packet);
      else waiting.push(packet.clone()!);
    });
  return {
    encoder,
    feed(frame: Frame, seconds: number) {
      if (stereo === undefined) stereo = sound(frame) ?? null;
      stereo?.feed(frame, seconds);
      stereo?.drain(pack);
    },
    end() {
      stereo?.feed(null, 0);
      stereo?.drain(pack);
      pack(null);
    },
    flowTo(next: (packet: Packet) => void) {
      to = next;
      for (const packet of waiting) to(packet);
      waiting = [];
    },
  };
}

interface Output {
  feed(frame: Frame, seconds: number, lasts: number): void;
  end(): Promise<Built>;
}

function output({ folder, threads }: Job, from: Pictures, soundOf: SoundTrack | undefined): Output {
  const files = from.sizes.map((size) => {
    const encoder: Encoder = pictureEncoder(size, from.rate, threads);
    const path = join(folder, `${shorter(size)}.mp4`);
    return { encoder, mp4: new Mp4(path, soundOf ? [encoder, soundOf.encoder] : [encoder]) };
  });
  soundOf?.flowTo((packet) => {
    for (const { mp4 } of files) mp4.write(1, packet);
  });
  const posterAt = BigInt(Math.round((POSTER_SECONDS * from.rate.num) / from.rate.den));
  let poster: Frame | undefined;
  const look = (frame: Frame) => {
    if (poster && (poster.pts >= posterAt || frame.pts < posterAt)) return;
    poster?.free();
    poster = frame.clone()!;
  };
  const pack = () =>
    files.forEach(({ encoder, mp4 }, index) => {
      from.drain(index, (frame) => {
        if (index === 0) look(frame);
        encoder.encode(frame, (packet) => mp4.write(0, packet));
      });
    });
  return {
    feed(frame, seconds, lasts) {
      from.feed(frame, seconds, lasts);
      pack();
    },
    async end() {
      from.feed(null, 0, 0);
      pack();
      for (const { encoder, mp4 } of files) {
        encoder.encode(null, (packet) => mp4.write(0, packet));
        mp4.close();
      }
      if (!poster) throw new Refusal('unreadable', 'no picture came out');
      await posterOf(poster, join(folder, 'poster.webp'));
      const [largest] = from.sizes;
      return {
        ...largest!,
        durationMs: Math.round(files[0]!.mp4.seconds * 1000),
        heights: from.sizes.map(shorter),
      };
    },
  };
}
