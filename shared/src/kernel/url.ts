/** Browsers and Node both bring it; the types of neither are known here. */
declare const URL: { parse(address: string): { host: string; hostname: string } | null };

/** Host with and without port, as a browser parses the address; null for an invalid one. */
export const readAddress = (address: string) => URL.parse(address);
