/** What a device is told on its lock screen, by Web Push (EXP-115): nothing of whom or what. */
export const MESSAGE_KINDS = ['ends', 'review', 'answer'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** The names of the switches, in their order. */
export const MESSAGE_LABELS: Record<MessageKind, string> = {
  ends: 'Laufzeit endet',
  review: 'Prüfung',
  answer: 'Antwort',
};

export const MESSAGE_TEXTS: Record<MessageKind, string> = {
  ends: 'Eine Laufzeit endet heute.',
  review: 'Eine Prüfung ist abgeschlossen.',
  answer: 'Du hast eine Antwort.',
};

/** What a tap opens; none of them names a thing. */
export const MESSAGE_PAGES = ['/inserate', '/banner', '/clubs', '/dashboard/kontakt'] as const;
export type MessagePage = (typeof MESSAGE_PAGES)[number];

/** The page on which somebody finds a thing of this kind. */
export const PAGE_OF: Record<'inserat' | 'banner' | 'club' | 'thread', MessagePage> = {
  inserat: '/inserate',
  banner: '/banner',
  club: '/clubs',
  thread: '/dashboard/kontakt',
};

/** The icons of `APP_ICON`, as they lie beside the manifest. */
export const MESSAGE_ICONS = { mark: '/app-192.png', notes: '/notizen-192.png' } as const;

/** The message as it is sent to a device, encrypted. */
export interface DeviceMessage {
  kind: MessageKind;
  /** The neutral name of the app. */
  title: string;
  body: string;
  icon: string;
  page: MessagePage;
}

/** So many devices of an account are told; a further one takes the place of the oldest. */
export const MAX_DEVICES = 10;

const isOneOf = <T extends string>(all: readonly T[], value: unknown): value is T =>
  all.includes(value as T);

/** Returns the message that a device has received, or null for anything that we do not send. */
export function readMessage(received: unknown): DeviceMessage | null {
  if (typeof received !== 'object' || received === null) return null;
  const { kind, title, body, icon, page } = received as Record<string, unknown>;
  if (!isOneOf(MESSAGE_KINDS, kind) || body !== MESSAGE_TEXTS[kind]) return null;
  if (!isOneOf(MESSAGE_PAGES, page) || typeof title !== 'string') return null;
  if (!isOneOf(Object.values(MESSAGE_ICONS), icon)) return null;
  return { kind, title, body, icon, page };
}
