import { load, logIn, recordedTwin, warmUp } from '../http.ts';
import { compare } from '../measure.ts';
import type { Product } from '../product.ts';
import { record } from '../record.ts';
import { compared, type Row } from '../report.ts';

/** The account with about thirty ads, as loaded by the dashboard. */
export async function state(product: Product): Promise<Row[]> {
  const { cookie } = await logIn(product, 1);
  const request = { path: '/api?action=state', headers: { cookie } };
  // The third one is like all that follow: its columns are known and its statements prepared.
  const recording = (await record(product, [request, request, request])).at(-1);
  const ads = (recording!.body.state as { Inserats: unknown[] }).Inserats.length;
  const twin = await recordedTwin(product, [recording!]);
  try {
    const at = (url: string) => ({ url, requests: [[request]] });
    await warmUp(at(product.url));
    await warmUp(at(twin.url));
    const kB = Math.round(JSON.stringify(recording!.body).length / 1024);
    return [
      compared(
        `state, ${ads} ads, ${kB} kB, ${recording!.statements.length} statements`,
        'bare Fastify, same statements and bytes',
        await compare(
          () => load(at(product.url)),
          () => load(at(twin.url)),
        ),
        0.8,
      ),
    ];
  } finally {
    twin.stop();
  }
}
