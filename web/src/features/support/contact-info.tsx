import { SUPPORT_TIMES } from '@samtrot/shared/support/rules.ts';
import { Clock, Mail, MessageSquareReply, Phone } from 'lucide-react';
import './support.css';

interface Props {
  operator: { email: string; phone: string };
}

/** How and when the house is reached (SUP-10, SUP-12). */
export function ContactInfo({ operator: { email, phone } }: Props) {
  return (
    <ul className="contact-info" data-slot="contact-info">
      <li>
        <Mail className="i" aria-hidden />
        <div>
          <span className="sm muted">E-Mail</span>
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
        </div>
      </li>
      <li>
        <Phone className="i" aria-hidden />
        <div>
          <span className="sm muted">Telefon</span>
          <a className="link num" href={`tel:${phone.replaceAll(' ', '')}`}>
            {phone}
          </a>
        </div>
      </li>
      <li>
        <Clock className="i" aria-hidden />
        <div>
          <span className="sm muted">{SUPPORT_TIMES.days}</span>
          <span className="num">{SUPPORT_TIMES.hours}</span>
        </div>
      </li>
      <li>
        <MessageSquareReply className="i" aria-hidden />
        <div>
          <span className="sm muted">Antwort</span>
          <span>Innerhalb von {SUPPORT_TIMES.reply}</span>
        </div>
      </li>
    </ul>
  );
}
