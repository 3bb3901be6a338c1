import { lengthProblem } from '../kernel/text.ts';
import { contentOf } from '../media/rules.ts';

/** Of one message (EXP-90). */
export const FILES_MAX = 5;
export const FILE_MAX_BYTES = 10 * 1024 * 1024;
export const FILE_NAME_MAX = 200;
/** A request with a file of the largest size in base64. */
export const FILE_BODY_LIMIT = Math.ceil(FILE_MAX_BYTES / 3) * 4 + 4096;

export const FILE_KINDS = ['picture', 'pdf'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export const fileTexts = {
  type: 'Nur Dateien im Format PNG, JPG oder PDF.',
  size: 'Höchstens 10 MB pro Datei.',
  number: `Höchstens ${FILES_MAX} Dateien pro Nachricht.`,
  unreadable: 'Dieses Bild lässt sich nicht lesen. Speichere es neu oder nimm ein anderes.',
  account: 'Dateien gehen nur an ein Konto. Eine Antwort per E-Mail trägt keine.',
  gone: 'Diese Datei ist nicht mehr da. Lade sie noch einmal hoch.',
} as const;

/** `%PDF-` */
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d];

/** What the first bytes say, whatever the name claims; null for everything else. */
export function fileKindOf(bytes: Uint8Array): FileKind | null {
  if (contentOf(bytes) !== null) return 'picture';
  return PDF.every((byte, index) => bytes[index] === byte) ? 'pdf' : null;
}

export const fileNameProblem = (name: string): string | null =>
  lengthProblem(name, 1, FILE_NAME_MAX);

const ENDINGS: Record<FileKind, string> = { picture: '.webp', pdf: '.pdf' };

/** The name under which a file is downloaded: its own, with the ending of what it is. */
export const downloadName = (name: string, kind: FileKind): string =>
  `${name.replace(/\.[^.]*$/, '').replace(/[/\\:*?"<>|]/g, '-') || 'Datei'}${ENDINGS[kind]}`;
