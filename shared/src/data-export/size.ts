/** `unter 1 MB`, `24 MB`, `1.4 GB`. */
export function sizeWords(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  if (megabytes < 1) return 'unter 1 MB';
  if (megabytes < 999.5) return `${Math.round(megabytes)} MB`;
  return `${(megabytes / 1000).toFixed(1)} GB`;
}
