export interface Switches {
  expiryAlert: boolean;
  disableMessages: boolean;
  newsletter: boolean;
}

/** PRO-13 */
export const SWITCHES = [
  {
    name: 'expiryAlert',
    label: 'Ablauf-Erinnerung',
    help: '24 Stunden bevor ein Inserat, Banner oder Club abläuft',
  },
  {
    name: 'disableMessages',
    label: 'Nachrichten ausschalten',
    help: 'Dann schreiben wir dir nur noch zu Sicherheit und Zahlungen.',
  },
  { name: 'newsletter', label: 'Newsletter', help: 'Aktionen, Rabatte und Neuigkeiten' },
] as const satisfies { name: keyof Switches; label: string; help: string }[];

/**
 * From the texts of the wire: the first two are off by default, the newsletter is on by default
 * (PRO-14, PRO-15).
 */
export const switchesOf = (meta: {
  expiry_alert?: unknown;
  disable_messages?: unknown;
  newsletter?: unknown;
}): Switches => ({
  expiryAlert: meta.expiry_alert === 'true',
  disableMessages: meta.disable_messages === 'true',
  newsletter: meta.newsletter !== 'false',
});

/** The switches that stand differently from what is saved. */
export const turned = (shown: Switches, saved: Switches) =>
  SWITCHES.filter(({ name }) => shown[name] !== saved[name]);
