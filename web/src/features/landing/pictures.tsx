/** Small drawings of a list of ads, one for each extra. */
import './pictures.css';

const bar = (y: number, className: 'on' | 'off') => (
  <rect key={y} x="8" y={y} width="64" height="9" rx="2.5" className={className} />
);

export const PushPicture = () => (
  <svg className="pict" viewBox="0 0 92 68" aria-hidden>
    {bar(8, 'on')}
    {[22, 36, 50].map((y) => bar(y, 'off'))}
    <path className="ln" d="M80 56V14M80 14l-4 4.5M80 14l4 4.5" />
  </svg>
);

export const TopAdPicture = () => (
  <svg className="pict" viewBox="0 0 92 68" aria-hidden>
    <rect x="8" y="8" width="76" height="16" rx="3.5" className="on" />
    {[30, 42, 54].map((y) => bar(y, 'off'))}
  </svg>
);

export const StoryPicture = () => (
  <svg className="pict" viewBox="0 0 92 68" aria-hidden>
    <circle cx="16" cy="17" r="7.5" className="on" />
    {[36, 56, 76].map((x) => (
      <circle key={x} cx={x} cy="17" r="7.5" className="off" />
    ))}
    <circle cx="16" cy="17" r="10.5" className="ring" />
    {[36, 50].map((y) => bar(y, 'off'))}
  </svg>
);

export const ColourPicture = () => (
  <svg className="pict" viewBox="0 0 92 68" aria-hidden>
    {bar(8, 'off')}
    <rect x="4" y="18.5" width="84" height="17" rx="4" className="tint" />
    {bar(22.5, 'on')}
    {[41, 54].map((y) => bar(y, 'off'))}
  </svg>
);
