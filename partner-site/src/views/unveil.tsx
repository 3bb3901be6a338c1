import type { Covering } from '@samtrot/ad-view/video.tsx';
import type { Frame } from '../pages.ts';

/** Whether this visitor has covered the pictures, and the form that uncovers them. */
export const coveringOf = ({ veiled, path }: Frame): Covering => ({
  veiled,
  unveil: (
    <form method="post" action="/ansicht">
      <input type="hidden" name="ziel" value={path} />
      <button type="submit" className="btn btn-secondary" name="verdeckt" value="0">
        Bilder und Videos zeigen
      </button>
    </form>
  ),
});
