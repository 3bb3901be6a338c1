/** Partner websites of a journey's own: each reads the product with a key, as any website does. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { api, expect } from './support.ts';

interface Answer {
  ads: { id: string; titel?: string }[];
  next_cursor: string | null;
  next_since: string;
  more: boolean;
}

export interface PartnerWebsite {
  name: string;
  /** Reads the list until it has this ad, and its owner sees that it has; returns its public id. */
  fetchAd(owner: Page, ad: { id: number; titel: string }): Promise<string>;
  /** Reads what has changed since, to its end. */
  catchUp(): Promise<void>;
}

/** What the owner of an ad reads about it on this website. */
export async function stepOn(owner: Page, id: number, website: string): Promise<string> {
  const { websites } = (await api(owner, `getDelivery&kind=inserat&id=${id}`)) as unknown as {
    websites: { name: string; step: string }[];
  };
  return websites.find(({ name }) => name === website)!.step;
}

/** Adds a website, by somebody of the house who may; messages go to `webhook`. */
export async function partnerWebsite(
  house: Page,
  name: string,
  webhook?: string,
): Promise<PartnerWebsite> {
  const desk = async (action: string, data: object) => {
    const answer = await house.request.post(`/betrieb/api?action=${action}`, {
      data,
      headers: { 'x-portal': '1' },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };
  const url = `https://${name.toLowerCase()}.example`;
  const { website_id } = await desk('add_partner', { name, url });
  const { key } = await desk('issue_partner_key', { website_id, name: 'Server' });
  if (webhook) await desk('set_partner_webhook', { website_id, url: webhook });
  let since = '';
  const read = async (query: string): Promise<Answer> => {
    const answer = await house.request.get(`/partner/v1/ads?limit=100&${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };
  return {
    name,
    async fetchAd(owner, { id, titel }) {
      let publicId = '';
      await expect(async () => {
        const { ads, next_since } = await read('');
        since = next_since;
        publicId = ads.find((ad) => ad.titel === titel)!.id;
      }).toPass();
      await expect.poll(() => stepOn(owner, id, name)).toBe('geliefert');
      return publicId;
    },
    async catchUp() {
      for (let more = true; more; ) {
        const answer = await read(`since=${encodeURIComponent(since)}`);
        since = answer.next_since;
        more = answer.more;
      }
    },
  };
}

/** A server of a website that takes no message. */
export async function failingWebhook() {
  let asked = 0;
  const server = createServer((_, response) => {
    asked++;
    response.writeHead(500).end();
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/webhook`,
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
