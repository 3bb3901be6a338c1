import type { Output } from '@samtrot/shared/kernel/action.ts';
import { TEXT_IDS, type TextId, textKind } from '@samtrot/shared/texts/rules.ts';
import { draftText, getTexts, getTextVersion } from '@samtrot/shared/texts/staff-contract.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ServerHtml } from '../ui/server-html.tsx';
import { useHouseTitle, useList } from './api.ts';
import { CatalogueRelease } from './catalogue/catalogue-release.tsx';
import { HouseLink } from './link.tsx';
import { Loaded } from './list-state.tsx';
import { TextDraft, type TextVersion } from './text-draft.tsx';
import { TextMail } from './text-mail.tsx';
import { useChange } from './use-change.tsx';
import '../ui/contact-info.css';
import '../ui/questions.css';
import '../ui/server-html.css';
import { isPast, VersionList } from './catalogue/version-list.tsx';
import './catalogue/catalogue.css';
import './page.css';
import './inbox/thread.css';

/** A text of the house with its versions (BOF-127). */
export function TextPage() {
  useHouseTitle('Texte');
  const { text: wanted, version } = useParams({ strict: false }) as {
    text?: string;
    version?: string;
  };
  const text = TEXT_IDS.find((one) => one === wanted);
  return (
    <>
      <div className="catalogue-head">
        <h1 className="h1">Texte</h1>
        <HouseLink to="/texte" className="inbox-link">
          Rundmail, Hinweise, Wartung
        </HouseLink>
      </div>
      <div className="catalogue">
        <nav className="house-panel catalogue-lists" aria-label="Texte">
          {TEXT_IDS.map((one) => (
            <HouseLink
              key={one}
              to={`/texte/${one}`}
              aria-current={one === text ? 'page' : undefined}
            >
              {textKind(one).label}
            </HouseLink>
          ))}
        </nav>
        {text ? (
          <Versions key={text} text={text} wanted={version} />
        ) : (
          <p className="house-state">Diesen Text gibt es nicht.</p>
        )}
      </div>
    </>
  );
}

function Versions({ text, wanted }: { text: TextId; wanted: string | undefined }) {
  const query = useList(getTexts, { text });
  const navigate = useNavigate();
  const { run, busy, dialog } = useChange();
  const path = `/texte/${text}`;
  const draft = async () => {
    const made: number[] = [];
    if (await run(draftText, { text }, ({ number }) => void made.push(number)))
      void navigate({ to: `${path}/${made[0]}` as never });
  };
  const versions = query.data?.versions ?? [];
  const shown =
    wanted === undefined
      ? (versions.find((one) => !isPast(one) && one.state !== 'valid') ??
        versions.find(({ state }) => state === 'valid'))
      : versions.find(({ number }) => String(number) === wanted);
  return (
    <>
      <div className="catalogue-main">
        <Loaded query={query}>
          {() => (
            <>
              <VersionList
                versions={versions}
                shown={shown}
                path={path}
                past="bleiben lesbar"
                busy={busy}
                onDraft={draft}
              />
              {shown ? (
                <Shown key={shown.version_id} text={text} of={shown} />
              ) : (
                <p className="house-state">Diese Fassung gibt es nicht.</p>
              )}
            </>
          )}
        </Loaded>
      </div>
      {shown && (
        <aside>
          <CatalogueRelease of={shown} />
        </aside>
      )}
      {dialog}
    </>
  );
}

function Shown({ text, of }: { text: TextId; of: TextVersion }) {
  // Each saving is a question of its own.
  const query = useList(getTextVersion, { version_id: of.version_id }, String(of.saved));
  const title = `${textKind(text).label}, Fassung ${of.number}`;
  return (
    <Loaded query={query}>
      {() => {
        const { content, html, mail, differences } = query.data!;
        return (
          <>
            {of.state === 'draft' ? (
              <TextDraft text={text} of={of} title={title} content={content} />
            ) : (
              <section className="house-panel" aria-labelledby="wortlaut">
                <h2 id="wortlaut">{title}</h2>
                <p className="house-state thread-text">{content || 'Kein Text.'}</p>
              </section>
            )}
            {of.based_on !== null && (
              <section className="house-panel" aria-labelledby="unterschied">
                <h2 id="unterschied">Unterschied zu Fassung {of.based_on}</h2>
                <Differences lines={differences} />
              </section>
            )}
            {mail && <TextMail of={of} mail={mail} />}
            {html && (
              <section className="house-panel" aria-labelledby="vorschau">
                <h2 id="vorschau">Vorschau</h2>
                <ServerHtml html={html} className="house-state" />
              </section>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const;

function Differences({ lines }: { lines: Output<typeof getTextVersion>['differences'] }) {
  if (lines.length === 0) return <p className="house-state">Nichts ist anders.</p>;
  return (
    <ul className="house-list">
      {lines.map(({ line, kind }, at) => {
        const Tag = TAGS[kind];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
          <li key={`${at} ${line}`}>
            <Tag>{line}</Tag>
          </li>
        );
      })}
    </ul>
  );
}
