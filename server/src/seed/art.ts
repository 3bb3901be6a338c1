/**
 * Neutral placeholder photos: silhouettes and rooms behind soft light, drawn from a number. No
 * person is in them.
 */

export type Subject = 'front' | 'turn' | 'bun' | 'long' | 'hat' | 'room' | 'arch' | 'vase';

interface Palette {
  from: string;
  to: string;
  light: string;
  figure: string;
  hair: string;
}

const PALETTES: Palette[] = [
  ['#c9b4a6', '#8d6f66', '#f4e3d0', '#4d3534', '#2c1d20'],
  ['#aab4b8', '#5f7078', '#e6ecea', '#33424a', '#1e292f'],
  ['#cfa9a4', '#84494f', '#f6d9c9', '#4b2229', '#2a1218'],
  ['#b9bfa9', '#6d765d', '#eef0dc', '#3b4433', '#232a1f'],
  ['#b3a7bd', '#665a78', '#e9e0ef', '#3b3149', '#221b2c'],
  ['#d6bd93', '#96703f', '#fbeccb', '#543b20', '#2f2011'],
  ['#9fb5b3', '#4d6d6d', '#dff0ec', '#28403f', '#172828'],
  ['#d2c3bb', '#a08a80', '#fbf3ea', '#5d4843', '#382927'],
].map(([from, to, light, figure, hair]) => ({
  from: from!,
  to: to!,
  light: light!,
  figure: figure!,
  hair: hair!,
}));

const WIDTH = 400;
const HEIGHT = 500;
const BLUR = 5;

/** An SVG of 400 by 500 units. The same numbers make the same picture. */
export function photo(subject: Subject, palette: number, seed: number): string {
  const colours = PALETTES[palette % PALETTES.length]!;
  const next = randomNumbers(seed * 97 + palette * 13 + 7);
  const light = { x: WIDTH * (0.2 + 0.6 * next()), y: HEIGHT * (0.12 + 0.25 * next()) };
  const centre = Math.round(WIDTH * (0.46 + 0.1 * next()));
  const tilt = Math.round((next() - 0.5) * 10);
  const scene =
    subject === 'room' || subject === 'arch' || subject === 'vase'
      ? SCENES[subject](colours)
      : figure(subject, colours, { centre, tilt, litSide: light.x < centre ? -1 : 1 });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><defs>
<linearGradient id="ground" x1="0" y1="0" x2="${next() > 0.5 ? 1 : 0}" y2="1"><stop stop-color="${colours.from}"/><stop offset="1" stop-color="${colours.to}"/></linearGradient>
<radialGradient id="light" cx="${light.x}" cy="${light.y}" r="${WIDTH * 0.72}" gradientUnits="userSpaceOnUse"><stop stop-color="${colours.light}" stop-opacity=".95"/><stop offset="1" stop-color="${colours.light}" stop-opacity="0"/></radialGradient>
<filter id="soft" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="${BLUR}"/></filter></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#ground)"/><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#light)"/>
<g filter="url(#soft)">${scene}</g></svg>`;
}

function figure(
  subject: 'front' | 'turn' | 'bun' | 'long' | 'hat',
  { figure: body, hair, light }: Palette,
  { centre: c, tilt, litSide: s }: { centre: number; tilt: number; litSide: 1 | -1 },
): string {
  const [head, neck] = [HEIGHT * 0.37, HEIGHT * 0.62];
  const shift = subject === 'turn' ? 16 : 0;
  const fill = (path: string, colour: string) => `<path d="${path}" fill="${colour}"/>`;
  const behind =
    subject === 'long' || subject === 'turn'
      ? fill(
          `M${c - 84} ${head - 6}C${c - 92} ${head - 118} ${c + 92} ${head - 118} ${c + 86} ${head}C${c + 84} ${head + 70} ${c + 112} ${head + 120} ${c + 96} ${head + 182}C${c + 40} ${head + 205} ${c - 52} ${head + 205} ${c - 100} ${head + 176}C${c - 112} ${head + 112} ${c - 80} ${head + 70} ${c - 84} ${head - 6}Z`,
          hair,
        )
      : '';
  const shoulders = fill(
    `M${c - 178} ${HEIGHT + 40}C${c - 138} ${neck + 95} ${c - 113} ${neck + 42} ${c - 58} ${neck + 22}C${c - 34} ${neck + 12} ${c - 30} ${neck - 6} ${c - 30} ${neck - 46}L${c + 30} ${neck - 46}C${c + 30} ${neck - 6} ${c + 34} ${neck + 12} ${c + 58} ${neck + 22}C${c + 113} ${neck + 42} ${c + 138} ${neck + 95} ${c + 178} ${HEIGHT + 40}Z`,
    body,
  );
  const front = {
    front: fill(
      `M${c - 72} ${head + 26}C${c - 88} ${head - 112} ${c + 88} ${head - 112} ${c + 72} ${head + 26}C${c + 62} ${head - 52} ${c - 18} ${head - 40} ${c - 72} ${head + 26}Z`,
      hair,
    ),
    turn: fill(
      `M${c - 60} ${head + 64}C${c - 96} ${head - 98} ${c + 60} ${head - 124} ${c + 84} ${head - 20}C${c + 40} ${head - 66} ${c - 10} ${head - 30} ${c - 60} ${head + 64}Z`,
      hair,
    ),
    long: fill(
      `M${c - 74} ${head + 40}C${c - 84} ${head - 108} ${c + 84} ${head - 108} ${c + 74} ${head + 40}C${c + 52} ${head - 30} ${c + 10} ${head - 56} ${c - 12} ${head - 62}C${c - 40} ${head - 40} ${c - 62} ${head - 8} ${c - 74} ${head + 40}Z`,
      hair,
    ),
    bun: `<circle cx="${c + 12}" cy="${head - 92}" r="34" fill="${hair}"/>${fill(
      `M${c - 68} ${head + 6}C${c - 74} ${head - 104} ${c + 74} ${head - 104} ${c + 68} ${head + 6}C${c + 52} ${head - 44} ${c - 40} ${head - 48} ${c - 68} ${head + 6}Z`,
      hair,
    )}`,
    hat: `<ellipse cx="${c}" cy="${head - 34}" rx="132" ry="22" fill="${hair}"/>${fill(
      `M${c - 70} ${head - 36}C${c - 66} ${head - 116} ${c + 66} ${head - 116} ${c + 70} ${head - 36}Z`,
      hair,
    )}`,
  }[subject];
  const rim = (path: string, opacity: number, width: number) =>
    `<path d="${path}" fill="none" stroke="${light}" stroke-opacity="${opacity}" stroke-width="${width}" stroke-linecap="round"/>`;
  const face = `<ellipse cx="${c + shift}" cy="${head}" rx="64" ry="82" fill="${body}"/>`;
  const cheek = rim(
    `M${c + s * 62 + shift} ${head - 44}C${c + s * 78 + shift} ${head + 2} ${c + s * 62 + shift} ${head + 58} ${c + s * 34 + shift} ${head + 78}`,
    0.34,
    9,
  );
  const arm = rim(
    `M${c + s * 62} ${neck + 26}C${c + s * 104} ${neck + 44} ${c + s * 130} ${neck + 82} ${c + s * 150} ${HEIGHT}`,
    0.26,
    12,
  );
  return `<g transform="rotate(${tilt} ${c} ${HEIGHT})">${behind}${shoulders}${face}${front}${cheek}${arm}</g>`;
}

const SCENES = {
  room: ({ light, to, figure: floor, hair: bed }: Palette) =>
    `<rect x="208" y="50" width="144" height="280" rx="6" fill="${light}"/><path d="M280 50V330M208 190H352" stroke="${to}" stroke-width="9"/><rect x="-20" y="330" width="440" height="200" fill="${floor}"/><path d="M-10 410C40 300 176 300 224 410V520H-10Z" fill="${bed}"/><path d="M200 -10C160 150 184 250 144 350H216C232 200 216 100 224 -10Z" fill="${to}"/>`,
  arch: ({ light, from, figure: floor }: Palette) =>
    `<path d="M88 450V200C88 10 312 10 312 200V450Z" fill="${light}"/><path d="M120 450V210C120 60 280 60 280 210V450Z" fill="${from}"/><circle cx="200" cy="180" r="46" fill="${light}"/><rect x="-20" y="410" width="440" height="150" fill="${floor}"/>`,
  vase: ({ light, figure: table, hair: vase }: Palette) =>
    `<rect x="-20" y="370" width="440" height="200" fill="${table}"/><path d="M168 250C136 290 128 370 168 400H232C272 370 264 290 232 250Z" fill="${vase}"/><path d="M200 260C184 180 144 130 120 100M200 260C208 170 240 110 264 70M200 260C200 200 192 130 188 60" fill="none" stroke="${table}" stroke-width="7"/><circle cx="120" cy="95" r="26" fill="${light}"/><circle cx="264" cy="65" r="30" fill="${light}"/><circle cx="188" cy="50" r="24" fill="${light}" fill-opacity=".8"/>`,
};

/** mulberry32: small, even, and the same everywhere. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
