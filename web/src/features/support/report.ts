import type { ContactValues } from './contact-form.tsx';

/**
 * What a partner website may name in the address of the contact page, by its public id, and the
 * words for it.
 */
const REPORTED = { inserat: 'das Inserat', club: 'den Club' } as const;

const PUBLIC_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * The form as it begins: where the address says what is reported (`?club=<public id>`), its first
 * lines name it, and the reason where the address names one of those that the page knows
 * (`&grund=zwang`).
 */
export function reporting(
  typed: Partial<ContactValues>,
  search: string,
  reasonOf: (id: string | null) => string | null,
): Partial<ContactValues> {
  const query = new URLSearchParams(search);
  for (const [kind, words] of Object.entries(REPORTED)) {
    const id = query.get(kind);
    // Nothing else gets into the form: anybody can write an address.
    if (id === null || !PUBLIC_ID.test(id)) continue;
    const line = `Ich möchte ${words} ${id} melden.`;
    // A browser may have put back what stood here before a reload.
    if (typed.message?.includes(line)) return typed;
    const reason = reasonOf(query.get('grund'));
    const begin = reason ? `${reason}\n${line}\n` : `${line}\nGrund: `;
    return {
      ...typed,
      subject: typed.subject || 'other',
      message: `${begin}${typed.message ?? ''}`,
    };
  }
  return typed;
}
