import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import { bannersQuery } from '@samtrot/shared/delivery/contract.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Partner } from '../../partners/service.ts';
import { type Gate, questionIn } from '../partner-api/auth.ts';
import type { ReadyAnswer } from '../response-cache/response.ts';
import type { Tracking } from '../tracking.ts';
import type { BannerMemory, ShownBanner } from './memory.ts';
import type { ViewTokens } from './tokens.ts';

interface Deps {
  clock: Clock;
  gate: Gate;
  memory: BannerMemory;
  tokens: ViewTokens;
  hand: Tracking;
  /** Origin before the addresses that count. */
  publicUrl: string;
}

interface Question {
  slots: BannerTypeId[];
  count: number;
}

const PATH = '/partner/v1/banners';
const ADDRESSES_KEPT = 500;
const HEADERS: OutgoingHttpHeaders = {
  'content-type': 'application/json; charset=utf-8',
  // Each answer is for one visitor: a copy would show one banner too often and count it once.
  'cache-control': 'private, no-store',
  vary: 'Authorization',
  'x-content-type-options': 'nosniff',
};

/** `GET /partner/v1/banners`: whose turn it is in the places of a website. */
export function bannersEdge({ clock, gate, memory, tokens, hand, publicUrl }: Deps) {
  /** Websites ask the same few addresses over and over. */
  const questions = new Map<string, Question>();

  /** As JSON in ASCII, of which each letter is a byte. */
  const answer = ({ id }: Partner, { slots, count }: Question, now: Date): string => {
    let text = '{"success":true,"banners":[';
    let separator = '';
    for (const slot of slots) {
      for (const banner of memory.choose(id, slot, count, now)) {
        text += separator + written(banner, publicUrl, tokens.write(banner.id, id, now));
        separator = ',';
        hand.banner(banner, id, now);
      }
    }
    return `${text}]}`;
  };

  const routes: FastifyPluginAsync = async (server) => {
    server.get(PATH, async (request, reply) => {
      const partner = await gate.partnerOf(request, reply);
      const question = questionOf(questionIn(bannersQuery, request.query as Record<string, unknown>));
      if (questions.size >= ADDRESSES_KEPT) questions.clear();
      questions.set(request.raw.url!, question);
      await memory.stale();
      return reply.headers(HEADERS).send(answer(partner, question, clock.now()));
    });
  };

  const fromMemory = ({ url, headers }: IncomingMessage): ReadyAnswer | undefined => {
    const question = questions.get(url!);
    const partner = question && gate.known(headers);
    if (!partner) return undefined;
    const reading = memory.stale();
    if (reading) {
      // The route waits for it as well, but may refuse the call before.
      reading.catch(() => {});
      return undefined;
    }
    if (gate.count(partner) > 0) return undefined;
    const body = answer(partner, question, clock.now());
    return { status: 200, headers: { ...HEADERS, 'content-length': body.length }, body };
  };
  return { routes, fromMemory };
}

/** A place that is named twice is one place. */
const questionOf = ({ slot, count }: { slot: string; count: number }): Question => ({
  slots: [...new Set(slot.split(','))] as BannerTypeId[],
  count,
});

/** `DeliveredBanner` as JSON. All but the token is the same each time, and is written once. */
function written(banner: ShownBanner, publicUrl: string, token: string): string {
  banner.written ??= partsOf(banner, publicUrl);
  const [before, between, behind] = banner.written;
  return before + token + between + token + behind;
}

function partsOf(banner: ShownBanner, publicUrl: string): NonNullable<ShownBanner['written']> {
  const { publicId: id, slot, text, image, endAt } = banner;
  const opened = (address: string) => asciiJson(publicUrl + address).slice(0, -1);
  return [
    `${asciiJson({ id, slot, text, image }).slice(0, -1)},"click_url":${opened('/b/c/')}`,
    `","impression_url":${opened('/b/v/')}`,
    `","end_at":"${new Date(endAt).toISOString()}"}`,
  ];
}

const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
