import { RefreshCw } from 'lucide-react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { partnerTexts } from './rules.ts';
import './partner-list.css';
import './sections.css';
import '../../ui/skeleton.css';
import '../../ui/spinner.css';

/**
 * Prerendered with all four states; the script of the page shows the one that holds (PUB-35 to
 * PUB-39).
 */
export function PartnerList() {
  return (
    <section className="sect sect-alt">
      <div className="page-width">
        <div className="sect-head" style={{ marginBottom: '1.5rem' }}>
          <h2 className="h3 muted">Unsere Partner-Webseiten</h2>
        </div>
        <div id="partner-list" data-slot="partner-list" aria-busy="true" aria-live="polite">
          <div data-show="loading">
            <span className="sr">Partner-Webseiten werden geladen</span>
            <div className="names appear-late" aria-hidden>
              {['9rem', '7rem', '8rem', '6.5rem', '10rem'].map((width) => (
                <span
                  key={width}
                  className="skel"
                  style={{ width, height: '1.75rem', marginRight: '1.5rem' }}
                />
              ))}
            </div>
          </div>
          <div data-show="failed" hidden>
            <Alert
              tone="danger"
              action={
                <Button size="sm" icon={RefreshCw} data-retry>
                  Erneut versuchen
                </Button>
              }
            >
              {partnerTexts.failed}
            </Alert>
          </div>
          <div data-show="empty" hidden>
            <p className="muted">{partnerTexts.none}</p>
          </div>
          <div data-show="filled" className="names" hidden />
        </div>
      </div>
    </section>
  );
}
