import './chart.css';

interface Bar {
  label: string;
  /** As people read it. */
  text: string;
  value: number;
}

const HEIGHT = 44;
const STEP = 8;
const WIDTH = 6;

/** Bars, the last of which is not over yet; its numbers are in the table beside it. */
export function Chart({ bars, colour, label }: { bars: Bar[]; colour: number; label: string }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <svg
      className="figure-bars"
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      style={{ color: `var(--chart-${colour})` }}
    >
      {bars.map(({ label: name, text, value }, n) => {
        // A value of one is seen beside a thousand.
        const height = value === 0 ? 0 : Math.max(1, (value / most) * (HEIGHT - 2));
        return (
          <rect
            key={name}
            className={n === bars.length - 1 ? 'figure-bars-open' : undefined}
            x={n * STEP + 1}
            y={HEIGHT - height}
            width={WIDTH}
            height={height}
          >
            <title>{`${name}: ${text}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
