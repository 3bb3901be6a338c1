/** Prints the version of FFmpeg, in a process of its own: the server never loads the library. */
import { getFFmpegInfo } from 'node-av/lib';

const { version, libraries } = getFFmpegInfo();
const { avcodec, avformat } = libraries;
process.stdout.write(JSON.stringify({ version, avcodec, avformat }));
