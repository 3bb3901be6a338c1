import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { id } from '../kernel/fields.ts';
import * as shapes from './desk-shapes.ts';
import * as people from './people-shapes.ts';

const website_id = id;
const { done } = shapes;

export const getPartnerPeople = action({
  name: 'partner_people',
  method: 'GET',
  audience: 'staff',
  right: 'partner.read',
  passive: true,
  summary: 'The people of a website, and the invitations that wait.',
  input: z.object({ website_id }),
  output: people.people,
  errors: ['NOT_FOUND'],
});

export const invitePartnerPerson = action({
  name: 'invite_partner_person',
  method: 'POST',
  audience: 'staff',
  right: 'partner.manage',
  summary: 'Mails a link to the console of the website, good once for 7 days.',
  input: z.object({ website_id, ...people.invited }),
  output: done,
  errors: ['NOT_FOUND', 'INVALID_INPUT'],
});

export const withdrawPartnerInvitation = action({
  name: 'withdraw_partner_invitation',
  method: 'POST',
  audience: 'staff',
  right: 'partner.manage',
  summary: 'Voids the link of an invitation.',
  input: z.object({ website_id, invitation_id: people.invitation_id }),
  output: done,
  errors: ['NOT_FOUND'],
});

export const setPartnerRole = action({
  name: 'set_partner_role',
  method: 'POST',
  audience: 'staff',
  right: 'partner.manage',
  summary: 'What a person of the website may do from now on.',
  input: z.object({ website_id, person_id: people.person_id, role: people.role }),
  output: done,
  errors: ['NOT_FOUND', 'LAST_MANAGER'],
});

export const endPartnerPerson = action({
  name: 'end_partner_person',
  method: 'POST',
  audience: 'staff',
  right: 'partner.manage',
  summary: 'Ends the access of a person and all log-ins, at once.',
  input: z.object({ website_id, person_id: people.person_id }),
  output: done,
  errors: ['NOT_FOUND', 'LAST_MANAGER'],
});
