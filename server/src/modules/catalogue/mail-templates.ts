import { type CatalogueList, LISTS } from '@samtrot/shared/catalogue/shape-rules.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { GREETING, type MailTemplate, pageOf } from '../mail/service.ts';

interface Missed {
  to: string;
  cause: string;
  list: CatalogueList;
  number: number;
  validFrom: Date;
}

/** To the house: a version did not begin, because nobody released it in time (BOF-112). */
export const missedMail = ({ to, cause, list, number, validFrom }: Missed): MailTemplate => ({
  cause,
  to,
  subject: 'Eine Fassung gilt nicht',
  paragraphs: [
    GREETING,
    `«${LISTS[list].label}», Fassung ${number}, sollte ab ${formatDateTime(validFrom)} gelten. Niemand hat sie bis dann freigegeben: Sie gilt nicht und ist wieder ein Entwurf.`,
    'Im Katalog kannst du sie mit einem neuen Beginn vorlegen.',
  ],
  button: { label: 'Katalog öffnen', page: pageOf.catalogue(`${list}/${number}`) },
});
