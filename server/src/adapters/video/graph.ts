import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { FFmpegError, Filter, type FilterContext, FilterGraph, type Frame } from 'node-av/lib';

/** A filter graph wired explicitly, with sources to feed and sinks to drain. */
export class Graph {
  readonly #graph: FilterGraph;
  #names = 0;

  constructor(threads: number) {
    this.#graph = new FilterGraph();
    this.#graph.alloc();
    this.#graph.nbThreads = threads;
  }

  /** Adds a filter linked to the outlet `pad` of another one. */
  add(name: string, args: string | null, behind?: FilterContext, pad = 0): FilterContext {
    const filter = Filter.getByName(name);
    const made = filter && this.#graph.createFilter(filter, `${name}${this.#names++}`, args);
    if (!made) throw new Error(`no filter ${name}`);
    if (behind) FFmpegError.throwIfError(behind.link(pad, made, 0), name);
    return made;
  }

  /** Adds a source with the format of this picture. */
  addSource(like: Frame, timeBase: { num: number; den: number }): FilterContext {
    const filter = Filter.getByName('buffer')!;
    const made = this.#graph.allocFilter(filter, 'in');
    if (!made) throw new Error('no source');
    FFmpegError.throwIfError(
      made.buffersrcParametersSet({
        width: like.width,
        height: like.height,
        format: like.format,
        timeBase,
        colorRange: like.colorRange,
        colorSpace: like.colorSpace,
      }),
    );
    FFmpegError.throwIfError(made.init(null));
    return made;
  }

  start(): void {
    FFmpegError.throwIfError(this.#graph.configSync(), 'filters');
  }

  feed(source: FilterContext, frame: Frame | null): void {
    this.#alive();
    FFmpegError.throwIfError(source.buffersrcAddFrameSync(frame), 'filters');
  }

  /** Passes each available frame of a sink, reusing one frame. */
  drain(sink: FilterContext, frame: Frame, each: (frame: Frame) => void): void {
    this.#alive();
    for (;;) {
      const got = sink.buffersinkGetFrameSync(frame);
      if (got === AVERROR_EAGAIN || got === AVERROR_EOF) return;
      FFmpegError.throwIfError(got, 'filters');
      each(frame);
      frame.unref();
    }
  }

  /**
   * Sources and sinks are owned by the graph; using them after its release would read freed memory.
   */
  #alive(): void {
    if (this.#graph.nbFilters === 0) throw new Error('no filters');
  }
}
