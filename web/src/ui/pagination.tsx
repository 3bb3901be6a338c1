/**
 * `<Pagination page={1} pages={12} onChange={setPage} />`: at most 5 page buttons, 3 under 768 px.
 * Nothing for a single page.
 */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMediaQuery } from '../lib/page/media-query.ts';
import './pagination.css';

interface Props {
  /** Counted from 1. */
  page: number;
  pages: number;
  onChange: (page: number) => void;
  label?: string;
}

export function Pagination({ page, pages, onChange, label = 'Seiten' }: Props) {
  const narrow = useMediaQuery('(max-width: 767px)');
  if (pages <= 1) return null;
  return (
    <nav className="pager" aria-label={label} data-slot="pagination">
      <button
        type="button"
        className="hit"
        aria-label="Vorherige Seite"
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      >
        <ChevronLeft className="i" aria-hidden />
      </button>
      {pageWindow(page, pages, narrow ? 3 : 5).map((n) => (
        <button
          key={n}
          type="button"
          className="hit num"
          aria-label={`Seite ${n}`}
          aria-current={n === page ? 'page' : undefined}
          onClick={() => onChange(n)}
        >
          {n}
        </button>
      ))}
      <button
        type="button"
        className="hit"
        aria-label="Nächste Seite"
        disabled={page >= pages}
        onClick={() => onChange(page + 1)}
      >
        <ChevronRight className="i" aria-hidden />
      </button>
    </nav>
  );
}

/** The page numbers to offer: `size` of them around the current one, never outside 1 to `pages`. */
export function pageWindow(page: number, pages: number, size: number): number[] {
  const count = Math.min(size, pages);
  const first = Math.min(Math.max(1, page - Math.floor(count / 2)), pages - count + 1);
  return Array.from({ length: count }, (_, index) => first + index);
}
