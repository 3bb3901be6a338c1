import { maintenanceText } from '@samtrot/shared/notices/maintenance-rules.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Bars } from './notice-bars.tsx';

const said = {
  maintenance: null,
  terms: null,
  notices: [
    { id: 1, kind: 'info', text: 'Neu: <b>Clubs</b>' },
    { id: 2, kind: 'outage', text: 'Zahlen geht gerade nicht.' },
  ],
} as const;

test('each notice is a status in words; one that disturbs can be closed, an outage not [BOF-131]', () => {
  const html = renderToStaticMarkup(createElement(Bars, { said: said as never }));
  const bars = html.split(/(?=<div class="alert )/);
  expect(bars.map((bar) => [/role="status"/.test(bar), /Hinweis schliessen/.test(bar)])).toEqual([
    [true, true],
    [true, false],
  ]);
  expect(bars[0]).toContain('Neu: &lt;b&gt;Clubs&lt;/b&gt;');
  expect(bars[1]).toContain('Zahlen geht gerade nicht.');
});

test('maintenance says until when in its sentence [BOF-132]', () => {
  const until = new Date(Date.now() + 60 * 60_000);
  const said = { maintenance: { until: until.toISOString() }, terms: null, notices: [] };
  const html = renderToStaticMarkup(createElement(Bars, { said }));
  expect(html).toContain(maintenanceText(until, new Date()));
  expect(html).toContain('role="status"');
});
