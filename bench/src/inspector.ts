/** What the process keeps alive, and its resident memory, in MB. */
export interface Memory {
  liveMb: number;
  residentMb: number;
}

const MB = 2 ** 20;

/** In the process: keeps so many bytes of each request for good, in numbers of 8 bytes. */
const leakOf = (bytes: number) => `{
  const { Server } = process.getBuiltinModule('node:http');
  const { emit } = Server.prototype;
  const kept = (globalThis.kept = []);
  Server.prototype.emit = function (name, ...rest) {
    if (name === 'request') kept.push(new Array(${Math.ceil(bytes / 8)}).fill(Math.random()));
    return emit.call(this, name, ...rest);
  };
}`;

/** The debugger of a process of the product that was started with `--inspect`. */
export async function inspectorAt(port: number) {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(target!.webSocketDebuggerUrl);
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened, { once: true });
    socket.addEventListener('error', failed, { once: true });
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result: unknown };
    if (id === undefined) return;
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let calls = 0;
  const call = (method: string, params: object = {}) =>
    new Promise<unknown>((done) => {
      const id = ++calls;
      waiting.set(id, done);
      socket.send(JSON.stringify({ id, method, params }));
    });
  const evaluate = async (expression: string) => {
    const { result } = (await call('Runtime.evaluate', { expression, returnByValue: true })) as {
      result: { value?: unknown };
    };
    return result.value;
  };
  return {
    /** After a full collection, so that it holds nothing that is garbage. */
    async memory(): Promise<Memory> {
      await call('HeapProfiler.collectGarbage');
      const used = (await evaluate('process.memoryUsage()')) as NodeJS.MemoryUsage;
      return { liveMb: (used.heapUsed + used.external) / MB, residentMb: used.rss / MB };
    },
    /** Leaks this many bytes per request, to prove that the measurement detects it. */
    plantLeak: (bytes: number) => evaluate(leakOf(bytes)),
    [Symbol.dispose]: () => socket.close(),
  };
}
