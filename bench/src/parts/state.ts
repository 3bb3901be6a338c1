import { bareTwin, load, logIn, sqlLoop, warmUp } from '../http.ts';
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
  const measured = () => load({ url: product.url, requests: [[request]] });
  const bare = await bareTwin(product, request);
  try {
    await warmUp({ url: product.url, requests: [[request]] });
    await warmUp({ url: bare.url, requests: [[request]] });
    const what = `state, ${ads} ads, ${Math.round(bare.bytes / 1024)} kB, ${recording!.statements.length} statements`;
    const { databaseUrl: url } = product;
    return [
      compared(
        what,
        'the same SQL by a bare loop',
        await compare(measured, () => sqlLoop({ url, requests: [recording!.statements] })),
        0.8,
      ),
      compared(
        what,
        'bare Fastify, same bytes',
        await compare(measured, () => load({ url: bare.url, requests: [[request]] })),
      ),
    ];
  } finally {
    bare.stop();
  }
}
