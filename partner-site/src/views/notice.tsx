import type { ReactNode } from 'react';

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

export const GonePage = ({ what }: { what: 'ad' | 'club' }) =>
  what === 'ad' ? (
    <Notice title="Inserat nicht gefunden" text="Dieses Inserat ist nicht mehr online.">
      <ToList />
    </Notice>
  ) : (
    <Notice title="Club nicht gefunden" text="Dieser Club ist nicht mehr online.">
      <a className="btn btn-primary" href="/clubs">
        Zu den Clubs
      </a>
    </Notice>
  );

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

export const TermsPage = () => (
  <article className="prose">
    <h1 className="h1">Nutzungsbedingungen</h1>
    <p>
      Mondgarten ist eine Webseite für Erwachsene. Du darfst sie nur besuchen, wenn du 18 Jahre oder
      älter bist.
    </p>
    <h2 className="h2">Inserate</h2>
    <p>
      Die Inserate stammen von Privaten und Studios. Für ihren Inhalt sind die Inserierenden
      verantwortlich. Melde ein Inserat, das gegen das Gesetz verstösst: Es wird geprüft und wenn
      nötig entfernt.
    </p>
    <h2 className="h2">Datenschutz</h2>
    <p>
      Diese Webseite lädt nichts von Dritten. Sie merkt sich nur, dass du dein Alter bestätigt hast,
      ob Bilder verdeckt sein sollen und ob du die grosse Anzeige heute schon gesehen hast. «Seite
      verlassen» löscht die Bestätigung. Gezählt wird, wie oft ein Inserat, ein Club oder eine
      Anzeige gesehen und angeklickt wird, nicht von wem.
    </p>
    <a className="btn btn-secondary" href="/">
      Zurück
    </a>
  </article>
);
