import { reportPath } from '../pages.ts';
import { Wordmark } from './wordmark.tsx';

/** The form of a report about the ad or club behind the gate. */
function reportOf(target: string): string | null {
  const [, section, id] = /^\/(inserat|story|club)\/([\da-f-]{36})(?=[/?]|$)/.exec(target) ?? [];
  return id ? reportPath(section === 'club' ? 'club' : 'inserat', id) : null;
}

/**
 * Shown instead of every page until the visitor has confirmed their age. Works without a script.
 */
export function GatePage({ target }: { target: string }) {
  const report = reportOf(target);
  return (
    <main className="velvet gate">
      <div className="folds" aria-hidden="true" />
      <section className="dialog" aria-labelledby="frage">
        <Wordmark />
        <h1 className="h1" id="frage">
          Bist du 18 oder älter?
        </h1>
        <p className="muted">Diese Webseite ist nur für Erwachsene.</p>
        <form className="stack-tight" method="post" action="/alter">
          <input type="hidden" name="ziel" value={target} />
          <button type="submit" className="btn btn-primary btn-lg btn-block">
            Ja, ich bin 18 oder älter
          </button>
          <a
            className="btn btn-secondary btn-lg btn-block"
            href="/verlassen"
            rel="nofollow noreferrer"
          >
            Nein, Seite verlassen
          </a>
        </form>
        <p className="xs muted">
          Mit «Ja» akzeptierst du die{' '}
          <a className="link" href="/nutzungsbedingungen">
            Nutzungsbedingungen
          </a>
          .
        </p>
        {report && (
          <p className="xs muted">
            Du willst nur etwas melden?{' '}
            <a className="link" href={report} rel="nofollow">
              Ohne Bestätigung zur Meldung
            </a>
          </p>
        )}
      </section>
    </main>
  );
}
