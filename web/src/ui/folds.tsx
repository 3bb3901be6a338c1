/**
 * `<Folds seed={3} n={46} />`: the curtain hairlines on velvet and on the empty-state tile; drawn
 * once for each set of values.
 */
interface Shape {
  seed?: number;
  n?: number;
  w?: number;
  h?: number;
  /** How far the lines sway and how tightly they bunch. */
  amp?: number;
  bunch?: number;
  steps?: number;
  strokeWidth?: number;
}

export function Folds({ w = 600, h = 400, strokeWidth = 1, ...shape }: Shape) {
  return (
    <svg
      className="folds"
      viewBox={`0 0 ${w} ${h}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      focusable="false"
    >
      <path
        d={foldsPath({ w, h, ...shape })}
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
      />
    </svg>
  );
}

const drawn = new Map<string, string>();

function foldsPath({
  seed = 3,
  n = 46,
  w = 600,
  h = 400,
  amp = 0.06,
  bunch = 0.62,
  steps = 14,
}: Shape): string {
  const key = [seed, n, w, h, amp, bunch, steps].join();
  const known = drawn.get(key);
  if (known) return known;
  const random = mulberry(seed);
  const [p1, p2, p3] = [random() * 6.28, random() * 6.28, random() * 6.28];
  const k = 2.2 + random() * 1.2;
  let path = '';
  for (let i = -4; i <= n + 4; i++) {
    const u = i / n;
    const line: [number, number][] = [];
    for (let j = 0; j <= steps; j++) {
      const v = j / steps;
      const warp =
        (bunch * Math.sin(2 * Math.PI * k * u + p1 + 1.1 * Math.sin(v * 2.2 + p2))) /
        (2 * Math.PI * k);
      const sway =
        amp *
        (Math.sin(v * 2.6 + p2 + u * 1.7) * 0.6 + Math.sin(v * 4.3 + p3 - u * 2.4) * 0.25) *
        (0.35 + 0.65 * v);
      line.push([(u + warp + sway) * w, v * h]);
    }
    path += smooth(line);
  }
  drawn.set(key, path);
  return path;
}

function smooth(points: [number, number][]): string {
  const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))]!;
  const f = (value: number) => String(Math.round(value * 10) / 10);
  let path = `M${f(at(0)[0])} ${f(at(0)[1])}`;
  for (let i = 0; i < points.length - 1; i++) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    path += `C${f(b[0] + (c[0] - a[0]) / 6)} ${f(b[1] + (c[1] - a[1]) / 6)} ${f(c[0] - (e[0] - b[0]) / 6)} ${f(c[1] - (e[1] - b[1]) / 6)} ${f(c[0])} ${f(c[1])}`;
  }
  return path;
}

/** A seeded pseudo-random generator, so that the same seed always draws the same curtain. */
function mulberry(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
