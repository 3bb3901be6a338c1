import { z } from 'zod';

const many = <T extends z.ZodType>(item: T) => z.array(item).default([]);
/** The parser returns an empty element as an empty text. */
const node = <T extends z.ZodRawShape>(shape: T) =>
  z.preprocess((value) => (value === '' ? {} : value), z.object(shape));

const Amount = z
  .object({
    '#text': z.string().regex(/^\d{1,10}(\.\d{1,2}0{0,3})?$/),
    '@Ccy': z.string().regex(/^[A-Z]{3}$/),
  })
  .transform((amount) => {
    const [francs, rest = ''] = amount['#text'].split('.');
    return {
      rappen: Number(francs) * 100 + Number(rest.slice(0, 2).padEnd(2, '0')),
      currency: amount['@Ccy'],
    };
  });
const Direction = z.enum(['CRDT', 'DBIT']);
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/;
export const When = z
  .object({ Dt: z.string().regex(DAY).optional(), DtTm: z.string().regex(DAY).optional() })
  .refine(({ Dt, DtTm }) => Dt !== undefined || DtTm !== undefined);
const Remittance = node({
  Ustrd: many(z.string()),
  Strd: many(node({ CdtrRefInf: node({ Ref: z.string().optional() }).optional() })),
});
const Part = node({
  Refs: node({ AcctSvcrRef: z.string().optional(), EndToEndId: z.string().optional() }).optional(),
  Amt: Amount.optional(),
  CdtDbtInd: Direction.optional(),
  RmtInf: Remittance.optional(),
});
export const Entry = z.object({
  Amt: Amount,
  CdtDbtInd: Direction,
  RvslInd: z.enum(['true', 'false', '1', '0']).optional(),
  Sts: z.union([z.string(), z.object({ Cd: z.string() })]),
  BookgDt: When,
  AcctSvcrRef: z.string().optional(),
  NtryDtls: many(node({ Btch: z.unknown().optional(), TxDtls: many(Part) })),
});
export type Entry = z.output<typeof Entry>;
const Account = z.object({
  Acct: z.object({ Id: z.object({ IBAN: z.string().optional() }), Ccy: z.string().optional() }),
  Ntry: many(Entry),
});
export const CamtFile = z.object({
  Document: z.object({
    BkToCstmrStmt: z.object({ Stmt: many(Account) }).optional(),
    BkToCstmrDbtCdtNtfctn: z.object({ Ntfctn: many(Account) }).optional(),
  }),
});
/** Some of its bookings. */
export const Portion = z.object({ Ntrys: z.object({ Ntry: many(Entry) }) });
