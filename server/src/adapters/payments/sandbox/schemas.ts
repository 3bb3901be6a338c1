import { z } from 'zod';

export const Created = z.object({ id: z.string().min(1).max(200), url: z.url() });
export const Status = z.object({
  status: z.enum(['open', 'paid', 'declined', 'cancelled']),
  amount: z.int(),
  currency: z.string(),
  reference: z.string(),
  merchant: z.string(),
  method: z.string().nullable(),
  refunded: z.int(),
  charged_back: z.boolean(),
  fee: z.int().nullable(),
});
export type Status = z.infer<typeof Status>;
export const List = z.object({ payments: z.array(Status.extend({ id: z.string() })) });
export const Notification = z.object({
  id: z.string().min(1).max(200),
  payment: z.string().min(1).max(200),
});
