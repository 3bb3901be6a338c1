import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id, tidied } from '../kernel/fields.ts';
import { tidyLine } from '../kernel/text.ts';
import * as shapes from './desk-shapes.ts';
import { websiteNameProblem, websiteUrlProblem } from './rules.ts';

const website_id = id;
const { done } = shapes;

export const getPartners = action({
  name: 'partners',
  method: 'GET',
  audience: 'staff',
  right: 'partner.read',
  passive: true,
  summary: 'All partner websites with what they show and how they fare.',
  input: z.object({}),
  output: z.object({ websites: z.array(shapes.listed) }),
  errors: [],
});

export const getPartner = action({
  name: 'partner',
  method: 'GET',
  audience: 'staff',
  right: 'partner.read',
  passive: true,
  summary: 'One partner website: keys, links, messages, receipts.',
  input: z.object({ website_id }),
  output: shapes.website,
  errors: ['NOT_FOUND'],
});

export const addPartner = action({
  name: 'add_partner',
  method: 'POST',
  audience: 'staff',
  right: 'partner.manage',
  summary: 'Adds a website; it is switched on at once.',
  input: z.object({
    name: tidied(tidyLine, websiteNameProblem),
    url: tidied((text) => text.trim(), websiteUrlProblem),
  }),
  output: z.object({ message: z.string(), website_id: z.int() }),
  errors: ['INVALID_INPUT'],
});

export const switchPartner = action({
  name: 'switch_partner',
  method: 'POST',
  audience: 'staff',
  right: 'partner.manage',
  summary:
    'Switches a website on or off, at once; off, the time of its banners that is left comes back.',
  input: z.object({ website_id, on: z.boolean(), reason: shapes.reason }),
  output: done,
  errors: ['NOT_FOUND', 'INVALID_INPUT'],
});

export const issuePartnerKey = action({
  name: 'issue_partner_key',
  method: 'POST',
  audience: 'staff',
  right: 'partner.key',
  keyless: true,
  summary: 'Makes a key and shows it this once; the others go on.',
  input: z.object({ website_id, name: shapes.keyName }),
  output: shapes.issued,
  errors: ['NOT_FOUND', 'INVALID_INPUT'],
});

export const revokePartnerKey = action({
  name: 'revoke_partner_key',
  method: 'POST',
  audience: 'staff',
  right: 'partner.key',
  summary: 'Ends a key at once.',
  input: z.object({ website_id, key_id: shapes.key_id }),
  output: done,
  errors: ['NOT_FOUND'],
});

export const endPartnerKey = action({
  name: 'end_partner_key',
  method: 'POST',
  audience: 'staff',
  right: 'partner.key',
  summary: 'Lets a key end in 30 days, or takes that back.',
  input: z.object({ website_id, key_id: shapes.key_id, ends: z.boolean() }),
  output: done,
  errors: ['NOT_FOUND'],
});

export const setPartnerLink = action({
  name: 'set_partner_link',
  method: 'POST',
  audience: 'staff',
  right: 'partner.manage',
  summary: 'Where one ad or club stands on the website; tried with one before it is kept.',
  input: z.object({ website_id, kind: shapes.linkKind, link: z.nullable(shapes.address) }),
  output: done,
  errors: ['NOT_FOUND', 'INVALID_INPUT'],
});

export const setPartnerHook = action({
  name: 'set_partner_webhook',
  method: 'POST',
  audience: 'staff',
  right: 'partner.manage',
  keyless: true,
  summary: 'Where the website is told of changes, or nowhere; answers the secret.',
  input: z.object({ website_id, url: z.nullable(shapes.address) }),
  output: z.object({ message: z.string(), secret: z.nullable(z.string()) }),
  errors: ['NOT_FOUND', 'INVALID_INPUT'],
});

export const rotatePartnerSecret = action({
  name: 'rotate_partner_secret',
  method: 'POST',
  audience: 'staff',
  right: 'partner.key',
  keyless: true,
  summary: 'A new secret of the messages; the one before signs for 24 more hours.',
  input: z.object({ website_id }),
  output: shapes.secret,
  errors: ['NOT_FOUND'],
});

export const testPartnerHook = action({
  name: 'test_partner_webhook',
  method: 'POST',
  audience: 'staff',
  right: 'partner.manage',
  keyless: true,
  summary: 'Sends a signed test message and says what the website answered.',
  input: z.object({ website_id }),
  output: shapes.answered,
  errors: ['NOT_FOUND', 'NO_WEBHOOK'],
});

export const resendPartnerMessages = action({
  name: 'resend_partner_messages',
  method: 'POST',
  audience: 'staff',
  right: 'partner.manage',
  summary: 'Sends one message that was given up, or all, with what is true now.',
  input: z.object({ website_id, message_id: z.optional(shapes.message_id) }),
  output: done,
  errors: ['NOT_FOUND'],
});

export const exportPartnerReceipts = action({
  name: 'export_partner_receipts',
  method: 'GET',
  audience: 'staff',
  right: 'partner.read',
  summary: 'What was taken down in 30 days, and when the website confirmed it, as CSV.',
  input: z.object({ website_id }),
  output: shapes.file,
  errors: ['NOT_FOUND'],
});

export const getPartnerPolicy = action({
  name: 'partner_policy',
  method: 'GET',
  audience: 'staff',
  right: 'partner.read',
  passive: true,
  summary: 'What a website does not want, its block list, and what can be chosen.',
  input: z.object({ website_id }),
  output: shapes.shownPolicy,
  errors: ['NOT_FOUND'],
});

export const previewPartnerPolicy = action({
  name: 'preview_partner_policy',
  method: 'POST',
  audience: 'staff',
  right: 'partner.read',
  keyless: true,
  summary: 'How much of what is online these rules leave out, block list included.',
  input: z.object({ website_id, ...shapes.policy }),
  output: shapes.effect,
  errors: ['NOT_FOUND', 'INVALID_INPUT'],
});

export const setPartnerPolicy = action({
  name: 'set_partner_policy',
  method: 'POST',
  audience: 'staff',
  right: 'partner.manage',
  summary: 'The highest rating, categories and cantons not wanted, and the places of banners.',
  input: z.object({ website_id, seen_version: z.int(), ...shapes.policy }),
  output: done,
  errors: ['NOT_FOUND', 'INVALID_INPUT', 'STAFF_VERSION_CONFLICT'],
});

export const blockOnPartner = action({
  name: 'block_on_partner',
  method: 'POST',
  audience: 'staff',
  right: 'partner.manage',
  summary: 'Leaves a single ad or club out of what a website shows.',
  input: z.object({
    website_id,
    kind: shapes.linkKind,
    thing: shapes.thing,
    reason: shapes.blockReason,
  }),
  output: done,
  errors: ['NOT_FOUND', 'INVALID_INPUT'],
});

export const unblockOnPartner = action({
  name: 'unblock_on_partner',
  method: 'POST',
  audience: 'staff',
  right: 'partner.manage',
  summary: 'Takes an ad or a club from the block list of a website.',
  input: z.object({ website_id, kind: shapes.linkKind, item_id: id }),
  output: done,
  errors: ['NOT_FOUND'],
});

export const getPartnerTraffic = action({
  name: 'partner_traffic',
  method: 'GET',
  audience: 'staff',
  right: 'partner.read',
  passive: true,
  summary: 'Calls, views, clicks, failed calls and visits of programs, of 35 days.',
  input: z.object({ website_id }),
  output: shapes.traffic,
  errors: ['NOT_FOUND'],
});
