import type { Product } from './product.ts';

const PASSWORD = 'Samt-und-Seide-24';

/** A new advertiser with an empty ad. */
export async function newAdvertiser({ url }: Product, name: string) {
  let cookie = '';
  const call = async (action: string, body?: object, query = '') => {
    const answer = await fetch(`${url}/api?action=${action}${query}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${action}: ${answer.status} ${await answer.text()}`);
    if (action === 'login') cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
    // Each caller knows the shape it reads.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    return (await answer.json()) as any;
  };
  const email = `${name.toLowerCase()}@samtrot.example`;
  await call('register', { username: name, nickname: '', email, password: PASSWORD });
  await call('login', { log: email, pwd: PASSWORD });
  const { inserat_id } = await call('createInserat', {});
  return { call, cookie, inseratId: inserat_id as number };
}
