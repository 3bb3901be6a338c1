import { formatChf } from '@samtrot/shared/kernel/format.ts';
import { escapeHtml } from '../../../../platform/html.ts';
import type { Payment, Result } from './store.ts';

export const METHODS = [
  'TWINT',
  'Visa',
  'Mastercard',
  'Maestro',
  'American Express',
  'PostFinance',
  'Apple Pay',
  'Samsung Pay',
] as const;

const DECIDED: Record<Result, string> = {
  paid: 'Diese Zahlung ist abgeschlossen.',
  declined: 'Diese Zahlung wurde abgelehnt.',
  cancelled: 'Diese Zahlung wurde abgebrochen.',
};

/** The page a payer sees: what is to be paid, how, and the ways it can end. */
export function paymentPage(payment: Payment, backUrl: string): string {
  const amount =
    payment.currency === 'CHF'
      ? formatChf(payment.amount)
      : `${payment.currency} ${payment.amount / 100}`;
  return page(`
    <p class="test">Testbetrieb: es wird kein Geld bewegt.</p>
    <h1>Zahlung</h1>
    <p class="amount">${escapeHtml(amount)}</p>
    <dl>
      <div><dt>Verwendung</dt><dd>${escapeHtml(payment.description)}</dd></div>
      <div><dt>Referenz</dt><dd class="reference">${escapeHtml(payment.reference)}</dd></div>
    </dl>
    ${payment.status === 'open' ? form(amount) : decided(payment.status, backUrl)}`);
}

export const missingPage = () => page('<h1>Zahlung</h1><p>Diese Zahlung gibt es nicht.</p>');

export const unknownResultPage = () =>
  page('<h1>Zahlung</h1><p>Diese Auswahl gibt es nicht. Bitte geh zurück.</p>');

const form = (amount: string) => `
    <form method="post">
      <fieldset>
        <legend>Zahlungsart</legend>
        <div class="methods">${METHODS.map(
          (method, index) =>
            `<label><input type="radio" name="method" value="${method}"${index === 0 ? ' checked' : ''}><span>${method}</span></label>`,
        ).join('')}</div>
      </fieldset>
      <button class="primary" name="result" value="paid">${escapeHtml(amount)} bezahlen</button>
      <button name="result" value="late">Bezahlen, Meldung kommt später</button>
      <button name="result" value="less">Zu wenig zahlen</button>
      <button name="result" value="more">Zu viel zahlen</button>
      <button name="result" value="declined">Ablehnen lassen</button>
      <button class="quiet" name="result" value="cancelled">Abbrechen</button>
    </form>`;

const decided = (result: Result, backUrl: string) => `
    <p>${DECIDED[result]}</p>
    <p><a class="button primary" href="${escapeHtml(backUrl)}">Zurück</a></p>`;

const page = (content: string) => `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Zahlung</title>
<style>${STYLE}</style>
</head>
<body><main>${content}
</main></body>
</html>
`;

const STYLE = `
:root { color-scheme: light dark; --paper: #f3f4f6; --card: #fff; --ink: #1b2430; --soft: #566273; --line: #d5dae1; --act: #1f5fbf; --on-act: #fff; --tint: #e9f0fb; --note: #fff4d6; --on-note: #5c4300 }
@media (prefers-color-scheme: dark) { :root { --paper: #12161c; --card: #1b212a; --ink: #e8ecf2; --soft: #a3afbf; --line: #39434f; --act: #8db8ff; --on-act: #0c1a30; --tint: #22304a; --note: #3a3013; --on-note: #f6dd9a } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 440px; padding: 28px; background: var(--card); border: 1px solid var(--line); border-radius: 18px }
h1 { margin: 0; font-size: 16px; font-weight: 600; color: var(--soft) }
.test { margin: 0 0 20px; padding: 8px 12px; border-radius: 8px; background: var(--note); color: var(--on-note); font-size: 14px }
.amount { margin: 0 0 16px; font-size: 40px; font-weight: 650; line-height: 1.2; font-variant-numeric: tabular-nums }
dl { margin: 0 0 24px; font-size: 14px }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 8px 0; border-top: 1px solid var(--line) }
dt { color: var(--soft) }
dd { margin: 0; text-align: right }
.reference { overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
fieldset { margin: 0 0 20px; padding: 0; border: 0 }
legend { padding: 0; margin-bottom: 8px; font-weight: 600 }
.methods { display: grid; grid-template-columns: 1fr 1fr; gap: 8px }
@media (max-width: 379px) { .methods { grid-template-columns: 1fr } }
label { display: flex; align-items: center; gap: 8px; min-height: 44px; padding: 4px 12px; line-height: 1.25; border: 1px solid var(--line); border-radius: 10px; cursor: pointer }
label:has(:checked) { border-color: var(--act); background: var(--tint) }
input { accent-color: var(--act); width: 18px; height: 18px; margin: 0; flex: none }
button, .button { display: block; width: 100%; min-height: 48px; margin-top: 8px; padding: 11px 16px; border: 1px solid var(--line); border-radius: 10px; background: transparent; color: var(--ink); font: inherit; font-weight: 560; text-align: center; text-decoration: none; cursor: pointer }
.primary { border-color: transparent; background: var(--act); color: var(--on-act) }
.quiet { border-color: transparent; color: var(--soft) }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
`;
