/** What a written statement says of a movement; figures in Rappen. */
export interface Line {
  amount: number;
  /** Carried by the bank as the creditor's reference. */
  reference?: string;
  /** Written by hand. */
  message?: string;
  currency?: string;
  debit?: boolean;
  reversal?: boolean;
  pending?: boolean;
  /** The bank's name of the booking; by default each line of a file has one of its own. */
  booking?: string;
}

interface Options {
  kind?: '053' | '054';
  version?: '04' | '08';
  iban?: string;
  currency?: string;
  /** All lines are the parts of one booking. */
  batch?: string;
}

let written = 0;

/**
 * A statement as a Swiss bank would write it. Each call is a file of its own, also with the same
 * lines.
 */
export function statement(lines: Line[], options: Options = {}): Buffer {
  const {
    kind = '053',
    version = '08',
    iban = 'CH5800791123000889012',
    currency = 'CHF',
    batch,
  } = options;
  const [message, report] =
    kind === '053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'];
  const file = ++written;
  const entries = batch
    ? [
        entry(
          { amount: lines.reduce((sum, { amount }) => sum + amount, 0), booking: batch },
          lines,
          version,
        ),
      ]
    : lines.map((line, index) => entry({ booking: `B${file}-${index}`, ...line }, [line], version));
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}"><${message}>
<GrpHdr><MsgId>M${file}</MsgId><CreDtTm>2026-11-23T06:00:00</CreDtTm></GrpHdr>
<${report}><Id>S${file}</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${entries.join('\n')}
</${report}></${message}></Document>`);
}

function entry(of: Line & { booking: string }, parts: Line[], version: '04' | '08'): string {
  const status = of.pending ? 'PDNG' : 'BOOK';
  return `<Ntry>${money(of)}<CdtDbtInd>${direction(of)}</CdtDbtInd><RvslInd>${of.reversal === true}</RvslInd>
<Sts>${version === '04' ? status : `<Cd>${status}</Cd>`}</Sts><BookgDt><Dt>2026-11-23</Dt></BookgDt>
<AcctSvcrRef>${of.booking}</AcctSvcrRef><NtryDtls>${parts.map(part).join('')}</NtryDtls></Ntry>`;
}

const part = (line: Line) => `<TxDtls>${money(line)}<CdtDbtInd>${direction(line)}</CdtDbtInd>
<RltdPties><Dbtr><Pty><Nm>${PAYER}</Nm></Pty></Dbtr></RltdPties><RmtInf>
${line.message === undefined ? '' : `<Ustrd>${line.message}</Ustrd>`}
${line.reference === undefined ? '' : `<Strd><CdtrRefInf><Ref>${line.reference}</Ref></CdtrRefInf></Strd>`}
</RmtInf></TxDtls>`;

/** Stands as the payer in every statement, and must be found nowhere afterwards. */
export const PAYER = 'Zaqilena Payerova';

const money = ({ amount, currency = 'CHF' }: Line) =>
  `<Amt Ccy="${currency}">${(amount / 100).toFixed(2)}</Amt>`;
const direction = ({ debit }: Line) => (debit ? 'DBIT' : 'CRDT');
