import { renderToStaticMarkup } from 'react-dom/server';
import type { Frame, Page } from './pages.ts';
import { DetailPage } from './views/detail.tsx';
import { Document, Shell } from './views/frame.tsx';
import { GatePage } from './views/gate.tsx';
import { ListPage } from './views/list.tsx';
import { AwayPage, GonePage, MissingPage, TermsPage } from './views/notice.tsx';
import { StoryPage } from './views/story.tsx';

/** A page as HTML. React writes every text inert; nothing here sets HTML by hand. */
export function render(page: Page, frame: Frame): string {
  if (page.kind === 'gate') {
    return renderToStaticMarkup(
      <Document frame={frame} title="Mondgarten">
        <GatePage target={page.target} />
      </Document>,
    );
  }
  return renderToStaticMarkup(
    <Document frame={frame} title={titleOf(page)}>
      <Shell frame={frame}>
        <Content page={page} frame={frame} />
      </Shell>
    </Document>,
  );
}

function Content({ page, frame }: { page: Exclude<Page, { kind: 'gate' }>; frame: Frame }) {
  switch (page.kind) {
    case 'list':
      return <ListPage {...page} />;
    case 'detail':
      return <DetailPage ad={page.ad} frame={frame} />;
    case 'story':
      return <StoryPage ad={page.ad} frame={frame} />;
    case 'terms':
      return <TermsPage />;
    case 'missing':
      return <MissingPage />;
    case 'gone':
      return <GonePage />;
    case 'away':
      return <AwayPage path={frame.path} />;
  }
}

/** Neutral on purpose: the title of a tab is seen by others. */
const titleOf = (page: Page) => (page.kind === 'terms' ? 'Nutzungsbedingungen – Mondgarten' : 'Mondgarten');
