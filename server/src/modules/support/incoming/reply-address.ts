import { equalInConstantTime } from '../../../platform/crypto.ts';
import { currentDataKeys } from '../../../platform/encryption.ts';

const PURPOSE = 'thread.reply_address';
/** 128 bits in hex: a mail server may change the case of an address. */
const MAC_LENGTH = 32;
const SIGNED = /^(.+)\+s([1-9]\d{0,14})\.([0-9a-f]{32})$/;

const macOf = (hash: Buffer) => hash.toString('hex').slice(0, MAC_LENGTH);

/**
 * The address whose mails join this thread: `support+s10042.<mac>@samtrot.example` (BOF-84).
 * @param base the address of the mailbox, without `+`
 */
export function replyAddress(base: string, threadId: number): string {
  const at = base.lastIndexOf('@');
  const mac = macOf(currentDataKeys().lookup(String(threadId), PURPOSE));
  return `${base.slice(0, at)}+s${threadId}.${mac}${base.slice(at)}`;
}

/** The thread that one of these addresses was signed for; undefined without a valid signature. */
export function signedThread(base: string, recipients: readonly string[]): number | undefined {
  const at = base.lastIndexOf('@');
  const [local, domain] = [base.slice(0, at).toLowerCase(), base.slice(at).toLowerCase()];
  for (const recipient of recipients) {
    const typed = recipient.trim().toLowerCase();
    if (!typed.endsWith(domain)) continue;
    const [, name, id, mac] = SIGNED.exec(typed.slice(0, -domain.length)) ?? [];
    if (name !== local || !id || !mac) continue;
    const valid = currentDataKeys()
      .lookups(id, PURPOSE)
      .filter((hash) => equalInConstantTime(macOf(hash), mac));
    if (valid.length > 0) return Number(id);
  }
  return undefined;
}
