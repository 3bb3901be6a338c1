import { expect, test } from 'vitest';
import { frameStyles } from './frame-styles.ts';

const DOCUMENT =
  '<html><head><style></style></head><body><div class="frame-before app"><p class="skel"><svg fill="var(--mark)"></svg></p></div></body></html>';

test.each([
  ['of a class that is there', '.app{gap:1px}', '.app{gap:1px}'],
  ['of one that is not', '.app .dialog{gap:1px}', ''],
  ['of one and another', '.dialog,.skel{gap:1px}', '.skel{gap:1px}'],
  ['of an element that is there', 'p{gap:1px}', 'p{gap:1px}'],
  ['of an element that is not', 'p table{gap:1px}', ''],
  ['of what is pressed', '.app:hover{gap:1px}', ''],
  ['with an exception', '.app:not(.dialog){gap:1px}', '.app:not(.dialog){gap:1px}'],
  [
    'in a layer',
    '@layer base,kit;@layer kit{.skel{gap:1px}}',
    '@layer base,kit;@layer kit{.skel{gap:1px}}',
  ],
  ['of a width', '@media (width<=9px){.dialog{gap:1px}}', ''],
  ['of a font', '@font-face{font-family:x}', ''],
  [
    'with values that others name',
    ':root{--a:var(--b);--b:1px;--c:2px}.app{gap:var(--a)}',
    ':root{--a:var(--b);--b:1px}.app{gap:var(--a)}',
  ],
  ['with a value of an attribute', ':root{--mark:red;--c:2px}', ':root{--mark:red}'],
  [
    'with a movement',
    '@keyframes wait{to{opacity:1}}@keyframes fall{to{top:0}}.skel{animation:wait 1s}',
    '@keyframes wait{to{opacity:1}}.skel{animation:wait 1s}',
  ],
])('the document holds a rule %s, or not, as its frame has it [EXP-03]', (_, css, kept) => {
  expect(frameStyles(css, DOCUMENT)).toBe(kept);
});
