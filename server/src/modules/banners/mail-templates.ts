import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { GREETING, type MailTemplate } from '../mail/service.ts';
import { WORDING } from './kind.ts';

interface Left {
  to: string;
  id: number;
  bookingId: number;
  websiteId: number;
  credits: Credits;
  /** It was the last website. */
  over: boolean;
}

/** A booked website was switched off; the unused share was refunded. */
export const leftMail = ({ to, id, bookingId, websiteId, credits, over }: Left): MailTemplate => ({
  cause: `website_off:${websiteId}:${bookingId}`,
  to,
  subject: 'Deine Laufzeit hat sich geändert',
  paragraphs: [
    GREETING,
    over
      ? `Die einzige gebuchte Webseite von Nummer ${id} ist nicht mehr dabei. Die Laufzeit ist deshalb beendet.`
      : `Eine gebuchte Webseite von Nummer ${id} ist nicht mehr dabei.`,
    over
      ? 'Du kannst jederzeit mit anderen Webseiten neu bestellen.'
      : 'Du kannst alles so lassen: Auf den anderen geht es weiter.',
    ...(credits > 0
      ? [`Für die restliche Zeit sind ${formatCredits(credits)} wieder auf deinem Konto.`]
      : []),
  ],
  button: { label: `Nummer ${id} öffnen`, page: WORDING.page(id) },
});
