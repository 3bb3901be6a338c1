export interface Switches {
  expiryAlert: boolean;
  messages: boolean;
  newsletter: boolean;
}

/** PRO-13 */
export const SWITCHES = [
  {
    name: 'expiryAlert',
    label: 'Erinnern, bevor ein Inserat abläuft',
    help: '24 Stunden vorher, auch vor dem Ende eines Banners oder Clubs',
  },
  {
    name: 'messages',
    label: 'E-Mails zu Inseraten und Guthaben',
    help: 'Ausgeschaltet schreiben wir dir nur noch zu Sicherheit und Zahlungen.',
  },
  { name: 'newsletter', label: 'Newsletter', help: 'Aktionen, Rabatte und Neuigkeiten' },
] as const satisfies { name: keyof Switches; label: string; help: string }[];

/**
 * From the texts of the wire: the reminder is off by default, the newsletter on, and
 * `disable_messages`, off by default, is shown the other way round (PRO-14, PRO-15, EXP-116).
 */
export const switchesOf = (meta: {
  expiry_alert?: unknown;
  disable_messages?: unknown;
  newsletter?: unknown;
}): Switches => ({
  expiryAlert: meta.expiry_alert === 'true',
  messages: meta.disable_messages !== 'true',
  newsletter: meta.newsletter !== 'false',
});

/** The switches that stand differently from what is saved. */
export const turned = (shown: Switches, saved: Switches) =>
  SWITCHES.filter(({ name }) => shown[name] !== saved[name]);
