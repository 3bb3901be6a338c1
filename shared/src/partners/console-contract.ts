import * as z from 'zod/mini';
import { BANNER_TYPE_IDS } from '../banners/rules.ts';
import { action, type StaffAction } from '../kernel/action.ts';
import { id } from '../kernel/fields.ts';
import * as desk from './desk-contract.ts';
import * as people from './people-contract.ts';
import type { PartnerRole } from './people-rules.ts';

type Own<A extends StaffAction, Role extends PartnerRole> = Omit<
  A,
  'audience' | 'right' | 'keyless' | 'mayWait'
> & { audience: 'partner'; role: Role };

/** The call of the house as the people of the website have it, for their own one alone. */
function own<const A extends StaffAction, const Role extends PartnerRole>(
  { right: _, keyless: __, mayWait: ___, ...call }: A,
  role: Role,
): Own<A, Role> {
  return { ...call, audience: 'partner', role };
}

export const getPartner = own(desk.getPartner, 'read');
export const issuePartnerKey = own(desk.issuePartnerKey, 'manage');
export const revokePartnerKey = own(desk.revokePartnerKey, 'manage');
export const endPartnerKey = own(desk.endPartnerKey, 'manage');
export const setPartnerLink = own(desk.setPartnerLink, 'manage');
export const setPartnerHook = own(desk.setPartnerHook, 'manage');
export const rotatePartnerSecret = own(desk.rotatePartnerSecret, 'manage');
export const testPartnerHook = own(desk.testPartnerHook, 'manage');
export const resendPartnerMessages = own(desk.resendPartnerMessages, 'manage');
export const getPartnerTraffic = own(desk.getPartnerTraffic, 'read');
export const exportPartnerReceipts = own(desk.exportPartnerReceipts, 'read');
export const getPartnerPolicy = own(desk.getPartnerPolicy, 'read');
export const previewPartnerPolicy = own(desk.previewPartnerPolicy, 'read');
export const setPartnerPolicy = own(desk.setPartnerPolicy, 'manage');
export const blockOnPartner = own(desk.blockOnPartner, 'manage');
export const unblockOnPartner = own(desk.unblockOnPartner, 'manage');

export const getPartnerPeople = own(people.getPartnerPeople, 'read');
export const invitePartnerPerson = own(people.invitePartnerPerson, 'manage');
export const withdrawPartnerInvitation = own(people.withdrawPartnerInvitation, 'manage');
export const setPartnerRole = own(people.setPartnerRole, 'manage');
export const endPartnerPerson = own(people.endPartnerPerson, 'manage');

export const getEmbeds = action({
  name: 'partner_embeds',
  method: 'GET',
  audience: 'partner',
  role: 'read',
  summary:
    'The HTML of each place of banners, and its size; the address of the list of ads, and its cantons.',
  input: z.object({ website_id: id }),
  output: z.object({
    embeds: z.array(
      z.object({
        slot: z.enum(BANNER_TYPE_IDS),
        /** Whether the rules of the website give it a place. */
        wanted: z.boolean(),
        /** Null: as wide as there is room. */
        width: z.nullable(z.int()),
        height: z.int(),
        html: z.string(),
        /** The frame of the place as it looks now; counts nothing. */
        preview: z.string(),
      }),
    ),
    list: z.object({
      address: z.string(),
      cantons: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
  errors: ['NOT_FOUND'],
});

export const getSiteReports = action({
  name: 'partner_reports',
  method: 'GET',
  audience: 'partner',
  role: 'read',
  passive: true,
  summary: 'What visitors of the website reported in 90 days; never who, nor in which words.',
  input: z.object({ website_id: id }),
  output: z.object({
    reports: z.array(
      z.object({
        number: z.string(),
        kind: z.enum(['inserat', 'club', 'banner']),
        public_id: z.string(),
        reason: z.string(),
        at: z.iso.datetime(),
        state: z.enum(['open', 'justified', 'unjustified']),
        decided_at: z.nullable(z.iso.datetime()),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
});
