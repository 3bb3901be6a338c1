import { expect, test } from 'vitest';
import { pushDevice, senderOf } from '../../testing/services/push-service.ts';
import { areUsable, encryptFor, serverKey } from './web-push.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const SECRET = 'secret of the test, thirty-two characters';

test('the example of RFC 8291 is encrypted to its bytes [EXP-115]', () => {
  const device = {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const chance = {
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  };
  const body = encryptFor(device, 'When I grow up, I want to be a watermelon', chance, 0);
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('messages are equally long, differ each time, and only their device reads them [EXP-115]', () => {
  const [mine, other] = [pushDevice('https://a.example'), pushDevice('https://b.example')];
  const texts = ['a', 'a', 'Grüezi '.repeat(20)];
  const bodies = texts.map((text) => encryptFor(mine.subscription, text));
  expect(bodies.map((body) => mine.decrypt(body))).toEqual(texts);
  expect(new Set(bodies.map((body) => body.length)).size).toBe(1);
  expect(bodies[0]).not.toEqual(bodies[1]);
  expect(() => other.decrypt(bodies[0]!)).toThrow();
  bodies[0]![100]! ^= 1;
  expect(() => mine.decrypt(bodies[0]!)).toThrow();
});

test('keys of another length or off the curve are not usable [EXP-115]', () => {
  const { p256dh, auth } = pushDevice('https://a.example').subscription;
  expect(areUsable({ p256dh, auth })).toBe(true);
  const point = Buffer.from(p256dh, 'base64url');
  point[40]! ^= 1;
  for (const keys of [
    { p256dh: point.toString('base64url'), auth },
    { p256dh: p256dh.slice(0, 80), auth },
    { p256dh: '', auth },
    { p256dh, auth: auth.slice(0, 20) },
    { p256dh, auth: '' },
  ])
    expect(areUsable(keys), JSON.stringify(keys)).toBe(false);
});

test('the sender is the key of the house, for one push service and half a day [EXP-115]', () => {
  const key = serverKey(SECRET);
  expect(serverKey(SECRET).publicKey).toBe(key.publicKey);
  expect(serverKey(`${SECRET}!`).publicKey).not.toBe(key.publicKey);
  const said = key.authorization('https://push.example:8443/send/1?a=b', 'mailto:a@b.ch', NOW);
  expect(senderOf(said)).toEqual({
    key: key.publicKey,
    claims: {
      aud: 'https://push.example:8443',
      exp: NOW.getTime() / 1000 + 12 * 3600,
      sub: 'mailto:a@b.ch',
    },
  });
  expect(senderOf(said.replace(key.publicKey, serverKey('x').publicKey))).toBeNull();
});
