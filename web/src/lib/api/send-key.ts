/**
 * The same message is sent under the same id, so that a repeated call adds nothing; whatever has
 * changed is another message. Without that, what was edited after a lost answer would be taken for
 * sent.
 */
export function sendKeys(draw: () => string = () => crypto.randomUUID()) {
  let last: { message: string; key: string } | null = null;
  return {
    keyOf(...parts: readonly unknown[]): string {
      const message = JSON.stringify(parts);
      if (last?.message !== message) last = { message, key: draw() };
      return last.key;
    },
    /** It has arrived: the same words again are another message. */
    forget(): void {
      last = null;
    },
  };
}
