import { content } from '@samtrot/shared/inserate/contract.ts';
import { asHtml, plainText } from '@samtrot/shared/inserate/html.ts';
import { textLength } from '@samtrot/shared/kernel/text.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFirstTouch } from '../../../../lib/page/on-first-interaction.ts';
import { Field } from '../../../../ui/field.tsx';
import { Textarea } from '../../../../ui/textarea.tsx';
import { type AdFormState, controlId } from '../use-ad-form.ts';
import type { RichText as RichTextComponent } from './rich-text.tsx';
import './rich-text.css';
import '../../../../ui/icon-button.css';

const LABEL = content.beschreibung.label;
/** How far below the window the field may still be when its editor is fetched. */
const AHEAD = '600px';

type Loaded = { RichText: typeof RichTextComponent } | 'failed' | null;

/**
 * The description as rich text (EDI-48 to EDI-52). Until its editor is loaded a static box is in
 * its place.
 */
export function DescriptionField({ editor }: { editor: AdFormState }) {
  const { form, change, errorAt, leave } = editor;
  const frame = useRef<HTMLDivElement>(null);
  const loaded = useRichText(frame);
  const props = {
    value: form.beschreibung,
    onChange: (beschreibung: string) => change({ beschreibung }),
  };
  return (
    <Field
      id={controlId('beschreibung')}
      label={LABEL}
      error={errorAt('beschreibung')}
      counter={{
        value: textLength(plainText(form.beschreibung)),
        max: content.beschreibung.length.max,
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens for the focus leaving the text and its tools */}
      <div
        ref={frame}
        onBlur={({ currentTarget, relatedTarget }) =>
          currentTarget.contains(relatedTarget) || leave('beschreibung')
        }
      >
        {loaded === null && <Waiting />}
        {loaded === 'failed' && <PlainText {...props} />}
        {loaded !== null && loaded !== 'failed' && <loaded.RichText label={LABEL} {...props} />}
      </div>
    </Field>
  );
}

/** The same box, empty. */
function Waiting() {
  return (
    <div className="rte" aria-busy="true">
      <span className="sr" role="status">
        Der Texteditor wird geladen
      </span>
      <div className="rte-bar" aria-hidden>
        {[3, 3, 2, 3].map((tools, group) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups never move
          <span className="rte-group" key={group}>
            {Array.from({ length: tools }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor do the tools
              <span className="icon-btn" key={index} />
            ))}
          </span>
        ))}
      </div>
      <div className="rte-body" />
    </div>
  );
}

/** Without the editor the text alone can be written; its paragraphs stay. */
function PlainText({ value, onChange }: { value: string; onChange: (html: string) => void }) {
  // Blank lines between paragraphs are held here: in the markup two of them equal three.
  const [text, setText] = useState(() => plainText(value));
  return (
    <Textarea
      className="rte-plain"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange(asHtml(event.target.value));
      }}
    />
  );
}

/** Once loaded it renders at once when the field is mounted again. */
let known: Loaded = null;

/**
 * Fetches the editor before the field comes into view, and at the latest with the first touch of
 * the page.
 */
function useRichText(frame: RefObject<HTMLElement | null>): Loaded {
  const [loaded, setLoaded] = useState(known);
  const asked = useRef(false);
  const load = () => {
    if (asked.current || known) return;
    asked.current = true;
    import('./rich-text.tsx').then(
      (code) => {
        known = code;
        setLoaded(code);
      },
      () => setLoaded('failed'),
    );
  };
  useFirstTouch(loaded === null, load);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: AHEAD,
    });
    if (frame.current) near.observe(frame.current);
    return () => near.disconnect();
  }, [frame]);
  return loaded;
}
