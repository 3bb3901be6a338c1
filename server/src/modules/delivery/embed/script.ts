import type { BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import { embedPath, FRAME_TITLE, frameSize, SANDBOX } from './snippet.ts';

/**
 * The script that draws a placement. It reads and stores nothing of the page; styles are set on the
 * elements, which every content security policy allows.
 */
export function embedScript(publicUrl: string, websiteId: string, slot: BannerTypeId): string {
  const { width, height } = frameSize(slot);
  const settings = JSON.stringify({
    src: publicUrl + embedPath(websiteId, slot),
    title: FRAME_TITLE,
    sandbox: SANDBOX,
    width,
    height,
    close: 'Anzeige schliessen',
    back: 'Zurück zur Seite',
  });
  return `(function (o) {\n'use strict';\n${COMMON}${slot === 'a3' ? OVERLAY : INLINE}})(${settings});\n`;
}

const COMMON = `
var script = document.currentScript;
function make(name, style) {
  var element = document.createElement(name);
  for (var key in style) element.style[key] = style[key];
  return element;
}
function frame(lazy, style) {
  var f = make('iframe', style);
  f.setAttribute('sandbox', o.sandbox);
  f.referrerPolicy = 'no-referrer';
  f.title = o.title;
  f.loading = lazy ? 'lazy' : 'eager';
  f.src = o.src;
  return f;
}
`;

const INLINE = `
if (!script) return;
var size = o.width
  ? { maxWidth: o.width + 'px', aspectRatio: o.width + ' / ' + o.height, height: 'auto' }
  : { height: o.height + 'px' };
script.after(frame(true, Object.assign({
  display: 'block', width: '100%', margin: '0 auto', border: '0', colorScheme: 'light'
}, size)));
`;

const OVERLAY = `
function show() {
  // The dialog is as large as the window and dims all of it; the backdrop of browsers is none.
  var d = make('dialog', {
    position: 'fixed', inset: '0', boxSizing: 'border-box', width: '100%', height: '100%', maxWidth: 'none', maxHeight: 'none',
    display: 'grid', placeItems: 'center', margin: '0', padding: '12px', border: '0', overflow: 'hidden',
    background: 'rgba(32, 17, 20, .72)', colorScheme: 'light dark'
  });
  if (!d.showModal) return;
  d.setAttribute('aria-label', o.title);
  var close = make('button', {
    display: 'block', width: '44px', height: '44px', margin: '0 0 8px auto', padding: '0', border: '0', borderRadius: '22px',
    background: 'Canvas', color: 'CanvasText', font: '400 24px/44px system-ui, sans-serif', textAlign: 'center', cursor: 'pointer'
  });
  close.type = 'button';
  close.textContent = '\\u00d7';
  close.setAttribute('aria-label', o.close);
  close.addEventListener('click', function () { d.close(); });
  d.addEventListener('close', function () { d.remove(); });
  var box = make('div', { width: 'min(' + o.width + 'px, 100%, calc((100dvh - 96px) * ' + o.width / o.height + '))' });
  box.append(close, frame(false, {
    display: 'block', width: '100%', aspectRatio: o.width + ' / ' + o.height, height: 'auto', border: '0', borderRadius: '10px',
    background: 'transparent'
  }));
  // No key that is pressed in the frame comes here: behind its last link stands a way out, seen
  // while it has the focus.
  var back = make('button', {
    position: 'fixed', left: '50%', bottom: '24px', transform: 'translateX(-50%)', minHeight: '44px', padding: '0 20px',
    border: '0', borderRadius: '22px', background: 'Canvas', color: 'CanvasText', font: '500 16px/24px system-ui, sans-serif',
    opacity: '0', pointerEvents: 'none'
  });
  back.type = 'button';
  back.textContent = o.back;
  back.addEventListener('focus', function () { back.style.opacity = '1'; back.style.pointerEvents = 'auto'; });
  back.addEventListener('blur', function () { back.style.opacity = '0'; back.style.pointerEvents = 'none'; });
  back.addEventListener('click', function () { d.close(); });
  d.append(box, back);
  document.body.append(d);
  d.showModal();
  close.focus();
}
if (document.body && document.readyState !== 'loading') show();
else document.addEventListener('DOMContentLoaded', show);
`;
