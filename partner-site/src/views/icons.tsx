/** Lucide (ISC licence): the few marks this site needs, drawn in the colour of the text. */
const SHAPES = {
  x: ['M18 6 6 18', 'm6 6 12 12'],
  search: ['m21 21-4.34-4.34', 'M11 3a8 8 0 1 0 0 16 8 8 0 1 0 0-16'],
  phone: [
    'M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384',
  ],
  pin: [
    'M12 17v5',
    'M9 10.76a2 2 0 0 1-1.11 1.79l-1.78.9A2 2 0 0 0 5 15.24V16a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-.76a2 2 0 0 0-1.11-1.79l-1.78-.9A2 2 0 0 1 15 10.76V7a1 1 0 0 1 1-1 2 2 0 0 0 0-4H8a2 2 0 0 0 0 4 1 1 0 0 1 1 1z',
  ],
  image: [
    'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z',
    'M9 7a2 2 0 1 0 0 4 2 2 0 1 0 0-4',
    'm21 15-3.086-3.086a2 2 0 0 0-2.828 0L6 21',
  ],
  blinds: ['M3 3h18', 'M20 7H8', 'M20 11H8', 'M10 19h10', 'M8 15h12', 'M4 3v14', 'M4 17a2 2 0 1 0 0 4 2 2 0 1 0 0-4'],
  back: ['m12 19-7-7 7-7', 'M19 12H5'],
  message: ['M7.9 20A9 9 0 1 0 4 16.1L2 22Z', 'M8 12h.01', 'M12 12h.01', 'M16 12h.01'],
  chat: ['M7.9 20A9 9 0 1 0 4 16.1L2 22Z'],
  globe: ['M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20', 'M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20', 'M2 12h20'],
  map: [
    'M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0',
    'M12 7a3 3 0 1 0 0 6 3 3 0 1 0 0-6',
  ],
  story: [
    'M9 9.003a1 1 0 0 1 1.517-.859l4.997 2.997a1 1 0 0 1 0 1.718l-4.997 2.997A1 1 0 0 1 9 14.996z',
    'M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20',
  ],
  flag: [
    'M4 22V4a1 1 0 0 1 .4-.8A6 6 0 0 1 8 2c3 0 5 2 7.333 2q2 0 3.067-.8A1 1 0 0 1 20 4v10a1 1 0 0 1-.4.8A6 6 0 0 1 16 16c-3 0-5-2-8-2a6 6 0 0 0-4 1.528',
  ],
} as const;

export function Icon({ name }: { name: keyof typeof SHAPES }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      {SHAPES[name].map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}

export function Wordmark() {
  return (
    <a className="wordmark" href="/">
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <path className="mark" d="M21 3.5A13 13 0 1 0 28.5 21 10.5 10.5 0 0 1 21 3.5Z" />
        <path className="mark-leaf" d="M23.5 9.5c1.5 2 1.5 4.5 0 6.5-1.5-2-1.5-4.5 0-6.5Z" />
      </svg>
      <span>Mondgarten</span>
    </a>
  );
}
