/** What FFmpeg may use for a file that somebody sent; everything else in it is never reached. */
export const PROTOCOLS: readonly string[] = ['file'];

/** Each is named to FFmpeg by the first bytes of the file, so it never chooses. */
export const READERS = ['mov', 'matroska', 'avi', 'asf', 'mpeg', 'mpegvideo'] as const;
export type Reader = (typeof READERS)[number];

// biome-ignore format: one list
export const DECODERS: readonly string[] = ['h264', 'hevc', 'mpeg4', 'msmpeg4v1', 'msmpeg4v2', 'msmpeg4', 'wmv1', 'wmv2', 'wmv3', 'vc1', 'mpeg1video', 'mpeg2video',
  'h263', 'mjpeg', 'vp8', 'vp9', 'libdav1d', 'av1', 'prores', 'dvvideo', 'rawvideo',
  'aac', 'aac_fixed', 'mp3float', 'mp3', 'mp2float', 'mp2', 'mp1float', 'ac3', 'eac3', 'wmav1', 'wmav2', 'wmapro', 'flac', 'alac', 'opus',
  'vorbis', 'amrnb', 'amrwb', 'adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'gsm_ms', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be',
  'pcm_s32le', 'pcm_s32be', 'pcm_f32le', 'pcm_f32be', 'pcm_u8', 'pcm_s8', 'pcm_alaw', 'pcm_mulaw'];
