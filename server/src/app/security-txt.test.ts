import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { expect, test } from 'vitest';
import { testWorld } from '../testing/world/world.ts';

test('security.txt names the operator as the imprint does and is valid for months [ACC-58]', async () => {
  await using world = await testWorld({
    PUBLIC_URL: 'https://portal.example',
    OPERATOR_EMAIL: 'sicherheit@haus.example',
  });
  for (const days of [0, 400]) {
    world.clock.advance(days * DAY_MS);
    const answer = await world.server.inject('/.well-known/security.txt');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
    const [mail, page, expires, ...rest] = answer.body.split('\n');
    expect(mail).toBe('Contact: mailto:sicherheit@haus.example');
    expect(page).toBe('Contact: https://portal.example/kontakt');
    expect(rest).toEqual([
      'Preferred-Languages: de, en',
      'Canonical: https://portal.example/.well-known/security.txt',
      '',
    ]);
    const [, until] = /^Expires: (\d{4}-\d\d-\d\dT00:00:00\.000Z)$/.exec(expires!)!;
    const left = (Date.parse(until!) - world.clock.now().getTime()) / DAY_MS;
    expect(left).toBeGreaterThan(30);
    expect(left).toBeLessThan(365);
  }
});
