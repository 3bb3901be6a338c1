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
