import { AdCard } from '@samtrot/ad-view/ad-card.tsx';
import { adLinks, type SavedAd } from '../pages.ts';
import { isNew } from '../turns.ts';

/**
 * What this device remembers. The page itself knows nothing: its script sends the ids in the body
 * of a form and puts the answer in the place of `#merkliste`.
 */
export function SavedPage({ saved, now }: { saved: SavedAd[] | null; now: Date }) {
  return (
    <>
      <div className="p-title">
        <div>
          <h1 className="h1">Merkliste</h1>
          <p className="muted">Nur auf diesem Gerät gespeichert.</p>
        </div>
        <button type="button" className="btn btn-secondary" data-forget="all" hidden>
          Alle entfernen
        </button>
      </div>
      <section className="saved" id="merkliste" aria-label="Gemerkte Inserate">
        {saved ? (
          <div className="grid">
            {saved.map(({ id, ad }) =>
              ad ? (
                <AdCard key={id} ad={ad} links={adLinks(id)} first={false} isNew={isNew(ad, now)} />
              ) : (
                <Gone key={id} id={id} />
              ),
            )}
          </div>
        ) : (
          <>
            <p className="muted saved-wait" role="status">
              Die Merkliste wird geladen.
            </p>
            <p className="saved-bare">
              Dein Browser führt keine Skripte aus, darum merkt er sich nichts.
            </p>
          </>
        )}
      </section>
      <template id="merkliste-leer">
        <Empty />
      </template>
    </>
  );
}

const Gone = ({ id }: { id: string }) => (
  <article className="li saved-gone">
    <p>Nicht mehr online</p>
    <button type="button" className="btn btn-secondary" data-forget={id}>
      Entfernen
    </button>
  </article>
);

const Empty = () => (
  <div className="empty">
    <div className="empty-art" aria-hidden="true" />
    <h2 className="h2">Noch nichts gemerkt</h2>
    <p className="muted">Drück bei einem Inserat auf das Lesezeichen.</p>
    <a className="btn btn-secondary" href="/">
      Zu den Inseraten
    </a>
  </div>
);
