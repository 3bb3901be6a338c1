import { renderToStaticMarkup } from 'react-dom/server';
import type { Frame, Page } from './pages.ts';
import { structuredData } from './structured.ts';
import { PopUp } from './views/banner.tsx';
import { ClubPage, ClubsPage } from './views/clubs.tsx';
import { DetailPage } from './views/detail.tsx';
import { Document, Shell } from './views/frame.tsx';
import { GatePage } from './views/gate.tsx';
import { ListPage } from './views/list.tsx';
import { AwayPage, GonePage, MissingPage, TermsPage } from './views/notice.tsx';
import { ReportedPage, ReportPage } from './views/report.tsx';
import { SavedPage } from './views/saved.tsx';
import { StoryPage } from './views/story.tsx';

/**
 * A page as HTML. React escapes every text; no HTML is written by hand, rendered cards are cached.
 */
export function render(page: Page, frame: Frame): string {
  const data = structuredData(page, frame);
  if (page.kind === 'gate') {
    return renderToStaticMarkup(
      <Document frame={frame} title="Mondgarten" data={data}>
        <GatePage target={page.target} />
      </Document>,
    );
  }
  return renderToStaticMarkup(
    <Document frame={frame} title={titleOf(page)} data={data} script>
      <Shell frame={frame}>
        <Content page={page} frame={frame} />
      </Shell>
      {/* Behind the page, whose first link leads to its content. */}
      {'banners' in page && page.banners.over && <PopUp banner={page.banners.over} />}
    </Document>,
  );
}

function Content({ page, frame }: { page: Exclude<Page, { kind: 'gate' }>; frame: Frame }) {
  switch (page.kind) {
    case 'list':
      return <ListPage {...page} now={frame.now} />;
    case 'detail':
      return <DetailPage {...page} frame={frame} />;
    case 'story':
      return <StoryPage {...page} frame={frame} />;
    case 'saved':
      return <SavedPage saved={page.saved} now={frame.now} />;
    case 'clubs':
      return <ClubsPage {...page} now={frame.now} />;
    case 'club':
      return <ClubPage club={page.club} frame={frame} />;
    case 'report':
      return <ReportPage {...page} />;
    case 'reported':
      return <ReportedPage {...page} portalPublicUrl={frame.portalPublicUrl} />;
    case 'terms':
      return <TermsPage portalPublicUrl={frame.portalPublicUrl} />;
    case 'missing':
      return <MissingPage />;
    case 'gone':
      return <GonePage {...page} now={frame.now} />;
    case 'away':
      return <AwayPage path={frame.path} />;
  }
}

/** Neutral on purpose: the title of a tab is seen by others. */
const titleOf = (page: Page) =>
  page.kind === 'terms' ? 'Nutzungsbedingungen – Mondgarten' : 'Mondgarten';
