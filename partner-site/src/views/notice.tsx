import type { DeliveredAd } from '@samtrot/partner';
import type { ReactNode } from 'react';
import { AGE_COOKIE, COOKIE_HOURS, OVER_COOKIE, VEIL_COOKIE } from '../cookies.ts';
import { Cards } from './cards.tsx';

function Notice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="empty notice">
      <div className="empty-art" aria-hidden="true" />
      <h1 className="h1">{title}</h1>
      <p className="muted">{text}</p>
      {children}
    </div>
  );
}

const ToList = () => (
  <a className="btn btn-primary" href="/">
    Zu den Inseraten
  </a>
);

export const MissingPage = () => (
  <Notice title="Seite nicht gefunden" text="Diese Adresse gibt es auf Mondgarten nicht.">
    <ToList />
  </Notice>
);

interface GoneProps {
  what: 'ad' | 'club';
  similar?: DeliveredAd[];
  now: Date;
}

export function GonePage({ what, similar, now }: GoneProps) {
  if (what === 'club')
    return (
      <Notice title="Club nicht gefunden" text="Dieser Club ist nicht mehr online.">
        <a className="btn btn-primary" href="/clubs">
          Zu den Clubs
        </a>
      </Notice>
    );
  if (!similar)
    return (
      <Notice title="Inserat nicht gefunden" text="Diese Adresse gehört zu keinem Inserat.">
        <ToList />
      </Notice>
    );
  return (
    <>
      <div className="gone">
        <h1 className="h1">Dieses Inserat ist nicht mehr online.</h1>
        <ToList />
      </div>
      {similar.length > 0 && <h2 className="h2 gone-more">Ähnliche Inserate</h2>}
      <Cards ads={similar} label="Ähnliche Inserate" now={now} first={2} />
    </>
  );
}

export const AwayPage = ({ path }: { path: string }) => (
  <Notice
    title="Gerade nicht erreichbar"
    text="Die Inserate können im Moment nicht geladen werden. Bitte versuche es in einer Minute erneut."
  >
    <a className="btn btn-primary" href={path}>
      Erneut versuchen
    </a>
  </Notice>
);

/** What the site does, for its visitors; a change of what it sends or keeps changes this too. */
export const TermsPage = ({ portalPublicUrl }: { portalPublicUrl: string }) => (
  <article className="prose">
    <h1 className="h1">Nutzungsbedingungen</h1>
    <p>
      Mondgarten ist eine Webseite für Erwachsene. Du darfst sie nur besuchen, wenn du 18 Jahre oder
      älter bist.
    </p>
    <h2 className="h2">Inserate</h2>
    <p>
      Die Inserate stammen von Privaten und Studios. Für ihren Inhalt sind die Inserierenden
      verantwortlich. Melde ein Inserat oder einen Club, der gegen das Gesetz verstösst: Das Portal
      Samtrot prüft die Meldung und entfernt ihn, wenn nötig.
    </p>
    <h2 className="h2">Datenschutz</h2>
    <p>
      Inserate, Bilder, Videos und Anzeigen kommen vom Portal Samtrot, sonst lädt diese Webseite
      nichts von anderen. Deine IP-Adresse erreicht dabei auch das Portal. Diese Webseite speichert
      sie nicht.
    </p>
    <p>
      In deinem Browser liegen höchstens drei Cookies, jedes {COOKIE_HOURS} Stunden lang:{' '}
      <code>{AGE_COOKIE}</code>, dass du dein Alter bestätigt hast, <code>{VEIL_COOKIE}</code>, ob
      Bilder verdeckt sein sollen, und <code>{OVER_COOKIE}</code>, dass du die grosse Anzeige
      gesehen hast. «Seite verlassen» löscht die Bestätigung des Alters.
    </p>
    <p>
      Deine Merkliste bleibt auf diesem Gerät: Nur wenn du sie öffnest, fragt dein Browser nach
      diesen Inseraten, und niemand hält fest, nach welchen. Welche Storys du gesehen hast und auf
      welcher Seite du zuletzt warst, merkt sich nur dieses Fenster, bis du es schliesst oder «Seite
      verlassen» wählst.
    </p>
    <p>
      Gezählt wird, wie oft ein Inserat, ein Club oder eine Anzeige gesehen und angeklickt wird.
      Damit derselbe Besuch nur einmal zählt, sendet diese Webseite dem Portal den Namen deines
      Browsers und ein Merkmal, das sie aus IP-Adresse und Browser bildet. Das Merkmal wechselt
      jeden Tag. Diese Webseite speichert es nicht; wer du bist, lässt sich daraus nicht lesen.
    </p>
    <p>
      Meldest du ein Inserat oder einen Club, geht an das Portal, was du schreibst, zusammen mit
      einem solchen Merkmal. Name und E-Mail sind freiwillig. Wie lange das Portal etwas behält,
      steht unter{' '}
      <a className="link" href={`${portalPublicUrl}/datenschutz`} rel="noopener">
        Datenschutz von Samtrot
      </a>
      .
    </p>
    <a className="btn btn-secondary" href="/">
      Zurück
    </a>
  </article>
);
