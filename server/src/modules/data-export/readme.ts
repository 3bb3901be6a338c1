import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import type { OwnFile, OwnTable } from '../../platform/own-data.ts';
import { FORMS } from './forms.ts';
import { UNLINKED } from './tables.ts';

const FILES: Record<OwnFile, string> = {
  konto: 'dein Konto, deine Anmeldungen, Passkeys und Einwilligungen',
  inserate: 'deine Inserate mit allem, was dazu gehört: Bilder, Buchungen, Extras, Statistik',
  banner: 'deine Banner',
  clubs: 'deine Clubs',
  zahlungen: 'dein Guthaben, Zahlungen, Gutscheine und Belege',
  nachrichten: 'deine Nachrichten an uns und E-Mails an dich',
  protokoll: 'was mit deinem Konto geschehen ist',
};
export const FILE_NAMES = Object.keys(FILES) as OwnFile[];

const OTHERS = [
  ['verlauf.csv', 'dein Verlauf als Tabelle; Trennzeichen ist der Strichpunkt, Schrift UTF-8'],
  ['belege/', 'deine Belege, Korrekturen und Monatsauszüge als PDF'],
  ['anhaenge/', 'Dateien, die du uns zu Nachrichten geschickt hast'],
  ['bilder/', 'deine Bilder und Videos in der grössten Fassung, die wir aufbewahren'],
];

/** `LIESMICH.txt`: what the copy holds, file by file and field by field. */
export function readme({
  accountId,
  now,
  tables,
  missing,
}: {
  accountId: number;
  now: Date;
  tables: readonly OwnTable[];
  /** Files that are named in the copy and were not found. */
  missing: readonly string[];
}): string {
  const parts = [
    'DEINE DATEN',
    `Alles, was zu deinem Konto ${accountId} gehört, Stand ${formatDateTime(now)}.\nNur du sollst diese Dateien sehen. Bewahre sie sicher auf.`,
    heading('Die Dateien'),
    list([...FILE_NAMES.map((file) => [`${file}.json`, FILES[file]]), ...OTHERS]),
    missingPart(missing),
    heading('Wie die JSON-Dateien gebaut sind'),
    'Jede öffnet sich in einem Texteditor oder Browser. Unter «tabellen» steht, was gespeichert ist, eine Zeile je Eintrag. Zeiten sind in Weltzeit (UTC), null heisst: keine Angabe. Beträge sind in Rappen oder Credits, wie es beim Feld steht.',
    ...FILE_NAMES.map((file) => filePart(file, tables)),
    heading('Was nicht dabei ist'),
    'Prüfsummen von Passwörtern und Links, Schlüssel und interne Merkmale: Sie sagen nichts über dich und könnten dein Konto gefährden. Welche es sind, steht bei jeder Tabelle.',
    list(Object.entries(UNLINKED)),
  ];
  return `${parts
    .filter((part) => part !== '')
    .join('\n\n')
    .replaceAll('\n', '\r\n')}\r\n`;
}

const heading = (text: string) => `${text.toUpperCase()}\n${'-'.repeat(text.length)}`;
const list = (entries: readonly (readonly string[])[]) =>
  entries.map(([name, text]) => `  ${name}: ${text}`).join('\n');

const missingPart = (missing: readonly string[]) =>
  missing.length === 0
    ? ''
    : `${heading('Diese Dateien fehlen')}\nWir haben sie nicht gefunden. Vielleicht wurden sie gelöscht, während die Kopie entstand.\n${missing.map((name) => `  ${name}`).join('\n')}`;

function filePart(file: OwnFile, tables: readonly OwnTable[]): string {
  const forms = FORMS.filter((form) => form.file === file);
  return [
    heading(`${file}.json`),
    ...forms.map(
      ({ name, about, fields }) =>
        `«${name}»: ${about}\n${list(Object.entries(fields))}${hasTable(tables, file) && name === file ? '\n  alles Weitere: wie in der Tabelle darunter' : ''}`,
    ),
    ...tables.filter((table) => table.file === file).map(tablePart),
  ].join('\n\n');
}

const hasTable = (tables: readonly OwnTable[], file: OwnFile) =>
  tables.some((table) => table.file === file);

function tablePart({ table, about, fields, parts = {} }: OwnTable): string {
  const shown = Object.entries(fields).flatMap(([name, text]): [string, string][] =>
    text === null ? [] : parts[name] ? Object.entries(parts[name].fields) : [[name, text]],
  );
  const kept = Object.keys(fields).filter((name) => fields[name] === null);
  const withheld = kept.length > 0 ? `\n  nicht dabei: ${kept.join(', ')}` : '';
  return `Tabelle «${table}»: ${about}\n${list(shown)}${withheld}`;
}
