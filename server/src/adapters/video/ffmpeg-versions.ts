import { DECODERS, PROTOCOLS, READERS } from './accepted.ts';

/**
 * The versions and known faults below were last compared with what FFmpeg publishes on this day.
 */
export const CHECKED_ON = '2026-11-23';

/** As a build reports itself. */
export interface FfmpegVersion {
  version: string;
  avcodec: string;
  avformat: string;
}

/** Builds that were looked at; a new one of `node-av` is added here after reading its changes. */
export const KNOWN_VERSIONS: readonly FfmpegVersion[] = [
  { version: '8.1-Jellyfin', avcodec: '62.36.101', avformat: '62.19.101' },
];

interface Fault {
  id: string;
  /** First release without it. */
  fixedIn: string;
  /** A file reaches it only through this part. */
  needs: { protocol: string } | { reader: string } | { decoder: string };
}

/** Faults by which a file could reach more than itself, and the part each of them needs. */
export const FAULTS: readonly Fault[] = [
  // A playlist opens addresses past the list of protocols.
  { id: 'CVE-2026-107697', fixedIn: '8.1.3', needs: { reader: 'hls' } },
];

/** What is accepted from files; replaced in tests. */
const ACCEPTED = {
  protocols: PROTOCOLS,
  readers: READERS as readonly string[],
  decoders: DECODERS,
};

/** Why videos must not be read with this build; null if nothing is known against it. */
export function versionProblem(
  found: FfmpegVersion,
  { known = KNOWN_VERSIONS, faults = FAULTS, accepted = ACCEPTED } = {},
): string | null {
  const { version, avcodec, avformat } = found;
  const isKnown = known.some(
    (one) => one.version === version && one.avcodec === avcodec && one.avformat === avformat,
  );
  if (!isKnown)
    return `FFmpeg ${version} (avcodec ${avcodec}, avformat ${avformat}) is not in the list of ${CHECKED_ON}`;
  const reached = faults.filter(
    ({ fixedIn, needs }) =>
      isBefore(version, fixedIn) &&
      (('protocol' in needs && accepted.protocols.includes(needs.protocol)) ||
        ('reader' in needs && accepted.readers.includes(needs.reader)) ||
        ('decoder' in needs && accepted.decoders.includes(needs.decoder))),
  );
  return reached.length
    ? `FFmpeg ${version} lacks the fixes of ${reached.map(({ id }) => id).join(', ')}`
    : null;
}

/** Compares the numbers of two releases; what stands behind them does not count. */
function isBefore(version: string, release: string): boolean {
  const [left, right] = [version, release].map((text) =>
    (/^[\d.]+/.exec(text)?.[0] ?? '').split('.').map(Number),
  );
  for (let at = 0; at < Math.max(left!.length, right!.length); at++) {
    const difference = (left![at] ?? 0) - (right![at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
