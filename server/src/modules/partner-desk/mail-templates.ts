import { GREETING, type MailTemplate, pageOf } from '../mail/service.ts';

interface Traffic {
  to: string;
  cause: string;
  websiteId: number;
  website: string;
  kind: 'fall' | 'rise';
  /** «−54 %» */
  change: string;
}

/** BOF-126 */
export const trafficMail = ({
  to,
  cause,
  websiteId,
  website,
  kind,
  change,
}: Traffic): MailTemplate => ({
  cause,
  to,
  subject: 'Eine Webseite hat ungewöhnlich viele oder wenige Aufrufe',
  paragraphs: [
    GREETING,
    kind === 'fall'
      ? `Die Aufrufe der Webseite «${website}» sind in den letzten sieben Tagen stark gefallen: ${change} gegen die vier Wochen davor.`
      : `Die Aufrufe der Webseite «${website}» sind in den letzten sieben Tagen stark gestiegen: ${change} gegen die vier Wochen davor.`,
    'Du bekommst diese Mail einmal, solange das so bleibt.',
  ],
  button: { label: 'Webseite ansehen', url: pageOf.partner(websiteId) },
});
