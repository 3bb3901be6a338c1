import PostalMime, { type Address, addressParser, type Email } from 'postal-mime';
import sanitize from 'sanitize-html';
import type { IncomingMail } from '../../modules/support/ports.ts';

const RECIPIENTS = new Set(['to', 'cc', 'delivered-to', 'x-original-to']);
const MAX_RECIPIENTS = 100;
const MAX_PARTS = 5000;
/** Those of 30 MB in base64; each takes memory of its own, also an empty one. */
const MAX_LINES = 450_000;
const MAX_HEADER_BYTES = 256 * 1024;
/** More HTML is cut: what counts of a mail is far shorter. */
const MAX_HTML = 500_000;
const LINE_ENDS = /<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6]|\/blockquote)\b[^>]{0,200}>/gi;

export interface MailSource {
  bytes: Uint8Array;
  /** Only the header was read. */
  oversized: boolean;
}

/**
 * A mail from its source, or the beginning of its header alone if the rest is malformed; `own` is
 * the address our own mails are from.
 */
export async function parseMail(
  { bytes, oversized }: MailSource,
  own: string,
): Promise<IncomingMail> {
  const whole = oversized || isDivided(bytes) ? null : await parsed(bytes).catch(() => null);
  const mail = whole ?? (await parsed(bytes.subarray(0, headerLength(bytes))));
  const from = mail.from && mailboxOf(mail.from);
  return {
    from: from ?? null,
    messageId: mail.messageId ?? null,
    subject: mail.subject ?? '',
    recipients: recipientsOf(mail),
    text: whole ? (whole.text ?? textOf(whole.html ?? '')) : '',
    automatic: isAutomatic(mail) || from?.address.toLowerCase() === own.toLowerCase(),
    attachments: (whole?.attachments ?? []).map(({ filename, mimeType, content }) => ({
      name: filename || mimeType,
      content: bytesOf(content),
    })),
    headOnly: whole ? null : headOnlyBy(oversized),
  };
}

const headOnlyBy = (oversized: boolean) => (oversized ? 'oversized' : 'malformed');

/** @throws Error for a mail of too deeply nested parts or too long a header */
const parsed = (bytes: Uint8Array): Promise<Email> =>
  PostalMime.parse(bytes, {
    attachmentEncoding: 'arraybuffer',
    forceRfc822Attachments: true,
    maxNestingDepth: 20,
  });

/** Whether reading it would take the memory of the worker. */
const isDivided = (bytes: Uint8Array) =>
  countUpTo(MAX_PARTS, bytes, '\n--') > MAX_PARTS || countUpTo(MAX_LINES, bytes, '\n') > MAX_LINES;

const sourceOf = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function countUpTo(most: number, bytes: Uint8Array, what: string): number {
  const source = sourceOf(bytes);
  let count = 0;
  for (
    let at = source.indexOf(what);
    at >= 0 && count <= most;
    at = source.indexOf(what, at + what.length)
  )
    count++;
  return count;
}

/** Of what is read of the header: whole lines of it, none of the body. */
function headerLength(bytes: Uint8Array): number {
  const source = sourceOf(bytes.subarray(0, MAX_HEADER_BYTES));
  const ends = ['\r\n\r\n', '\n\n'].map((end) => source.indexOf(end)).filter((at) => at >= 0);
  return ends.length > 0 ? Math.min(...ends) : source.lastIndexOf('\n') + 1 || source.length;
}

const mailboxOf = ({ name, address }: Address) => (address ? { name, address } : undefined);

const bytesOf = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);

const recipientsOf = ({ headers }: Email): string[] =>
  headers
    .filter(({ key }) => RECIPIENTS.has(key))
    .flatMap(({ value }) => addressParser(value, { flatten: true }))
    .flatMap(({ address }) => address || [])
    .slice(0, MAX_RECIPIENTS);

/** The text of HTML: no tags, styles or scripts, a line for each block. */
function textOf(html: string): string {
  const lines = html.slice(0, MAX_HTML).replace(/\s+/g, ' ').replace(LINE_ENDS, '\n');
  const text = sanitize(lines, {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: ['head', 'style', 'script', 'textarea', 'option', 'noscript', 'title'],
  });
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('\u00a0', ' ')
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

/** Whether a program wrote it, by the headers of RFC 3834 and what older programs send. */
function isAutomatic({ headers, returnPath }: Email): boolean {
  const headerOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const submitted = headerOf('auto-submitted');
  return (
    (submitted !== undefined && submitted !== 'no') ||
    /^(bulk|list|junk|auto_reply)$/.test(headerOf('precedence') ?? '') ||
    headerOf('list-id') !== undefined ||
    headerOf('x-autoreply') !== undefined ||
    /^multipart\/report\b/.test(headerOf('content-type') ?? '') ||
    returnPath === '' ||
    headerOf('return-path') === '<>'
  );
}
