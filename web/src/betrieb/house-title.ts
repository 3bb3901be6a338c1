/** Where urgent reports are listed, the mark stands alone. */
const LISTED = 'Meldungen';

/** «Prüfen – Betrieb»; with urgent reports «(1) Dringend · Prüfen – Betrieb» (BOF-57, BOF-145). */
export function houseTitle(title: string, urgent: number): string {
  const mark = `(${urgent}) Dringend`;
  const shown = urgent === 0 ? title : title === LISTED ? mark : `${mark} · ${title}`;
  return `${shown} – Betrieb`;
}
