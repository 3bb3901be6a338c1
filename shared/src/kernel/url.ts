/** Browsers and Node both bring it; the types of neither are known here. */
declare const URL: { parse(address: string): { host: string; hostname: string } | null };

/**
 * The name in an address, with and without its port, as whoever follows it reads it; null for what
 * is no address.
 */
export const readAddress = (address: string) => URL.parse(address);
