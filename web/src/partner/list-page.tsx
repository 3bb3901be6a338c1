import {
  EMBED_COLOUR_IDS,
  EMBED_COLOURS,
  EMBED_CORNERS,
  type EmbedLook,
  LIST_SANDBOX,
  listAddress,
  listSnippet,
  USUAL_LOOK,
} from '@samtrot/shared/delivery/embed-rules.ts';
import { getEmbeds } from '@samtrot/shared/partners/console-contract.ts';
import { Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useList } from '../betrieb/api.ts';
import { Loaded } from '../betrieb/list-state.tsx';
import { useDesk } from '../betrieb/partners/partner-desk.tsx';
import { copyText } from '../betrieb/partners/partner-once.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { useConsoleTitle } from './me.ts';
import '../betrieb/page.css';
import './pages.css';

/** A picker names a colour for each step on its way. */
const SETTLES_MS = 400;

/**
 * The line of HTML that shows the ads of a canton on a page without a server, as it looks now
 * (BOF-124).
 */
export function ListPage() {
  useConsoleTitle('Liste');
  const { of } = useDesk();
  const query = useList(getEmbeds, { website_id: of.website_id });
  return (
    <>
      <div className="house-head">
        <h1 className="h1">Liste</h1>
      </div>
      <p className="muted">
        Eine Zeile HTML zeigt die Inserate eines Kantons auf deiner Seite, ohne eigenen Server. Sie
        setzt kein Cookie, folgt deinen Regeln und erscheint nur auf {of.url}. Die Altersfrage
        stellt deine Seite.
      </p>
      <Loaded query={query}>{() => <Editor {...query.data!.list} />}</Loaded>
    </>
  );
}

interface Props {
  address: string;
  cantons: { id: string; name: string }[];
}

function Editor({ address, cantons }: Props) {
  const [canton, setCanton] = useState('');
  const [look, setLook] = useState(USUAL_LOOK);
  const wanted = listAddress(address, canton, look);
  const [shown, setShown] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setShown(wanted), SETTLES_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const change = (part: Partial<EmbedLook>) => setLook((before) => ({ ...before, ...part }));
  const html = listSnippet(address, canton, look);
  return (
    <>
      <section className="house-panel" aria-labelledby="aussehen">
        <h2 id="aussehen">Aussehen</h2>
        <div className="house-state embed-look">
          <Field label="Kanton">
            <Select
              value={canton}
              placeholder="Ganze Schweiz"
              options={cantons.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={({ target }) => setCanton(target.value)}
            />
          </Field>
          {EMBED_COLOUR_IDS.map((id) => (
            <Field key={id} label={EMBED_COLOURS[id].label}>
              <Input
                type="color"
                value={`#${look[id]}`}
                onChange={({ target }) => change({ [id]: target.value.slice(1) })}
              />
            </Field>
          ))}
          <Field label="Ecken, Pixel">
            <Input
              type="number"
              min={0}
              max={EMBED_CORNERS.most}
              value={look.ecken}
              onChange={({ target }) =>
                change({
                  ecken: Math.min(
                    Math.max(0, Math.trunc(Number(target.value))),
                    EMBED_CORNERS.most,
                  ),
                })
              }
            />
          </Field>
        </div>
      </section>
      <section className="house-panel" aria-labelledby="zeile">
        <h2 id="zeile">HTML</h2>
        <div className="house-state house-text">
          <code className="house-secret">{html}</code>
          <Button size="sm" icon={Copy} onClick={() => copyText(html)}>
            HTML kopieren
          </Button>
        </div>
      </section>
      <section className="house-panel" aria-labelledby="vorschau">
        <h2 id="vorschau">Vorschau</h2>
        <iframe
          className="embed-list"
          title="Vorschau der Liste"
          src={shown}
          sandbox={LIST_SANDBOX}
          referrerPolicy="no-referrer"
        />
      </section>
    </>
  );
}
