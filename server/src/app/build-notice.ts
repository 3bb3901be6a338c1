interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface BuildNotice {
  begun(): void;
  ended(built: boolean): void;
}

const TEXT = 'Seiten werden gebaut …';

/**
 * Tells who starts a checkout for the first time why nothing answers yet; on a terminal with the
 * seconds that have passed, elsewhere in two lines. Several builds at once are one (RUN-19).
 */
export function buildNotice(out: Output): BuildNotice {
  const [again, end] = out.isTTY ? ['\r', ''] : ['', '\n'];
  let running = 0;
  let begin = 0;
  let whole = true;
  let timer: NodeJS.Timeout | undefined;
  const seconds = () => `${Math.round((performance.now() - begin) / 1000)} s`;
  return {
    begun() {
      if (running++ > 0) return;
      begin = performance.now();
      out.write(`${TEXT}${end}`);
      if (out.isTTY)
        timer = setInterval(() => out.write(`${again}${TEXT} ${seconds()}`), 1000).unref();
    },
    ended(built) {
      whole &&= built;
      if (--running > 0) return;
      clearInterval(timer);
      if (whole) out.write(`${again}Seiten gebaut nach ${seconds()}.    \n`);
      else out.write(`${again}Seiten nicht gebaut.\n`);
    },
  };
}
