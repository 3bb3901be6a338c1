const SEEN = 'storys';
/** Longer than this is no tap. */
const HOLD_MS = 300;

function seen(): string[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(SEEN) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** In the row those that this window has shown are marked; in their words too. */
function markSeen(): void {
  const ids = seen();
  for (const link of document.querySelectorAll<HTMLElement>('[data-story-of]')) {
    if (!ids.includes(link.dataset.storyOf ?? '')) continue;
    link.classList.add('seen-story');
    link.ariaLabel = `${link.ariaLabel ?? ''}, gesehen`;
  }
}

/**
 * A story moves on by itself, but where the visitor wants little motion; it stops while it is held,
 * and keys do what its sides do. Its page is replaced by the next one, so that the way back leads
 * to the list at once.
 */
function play(story: HTMLElement): void {
  const stage = story.querySelector<HTMLElement>('.story-stage');
  const pause = story.querySelector<HTMLButtonElement>('[data-story-pause]');
  const back = document.querySelector<HTMLAnchorElement>('[data-story-back]');
  const side = (rel: string) => story.querySelector<HTMLAnchorElement>(`.story-${rel}`);
  const video = stage?.querySelector('video');
  const bar = story.querySelector<HTMLElement>('.story-bars .now');
  if (!stage || !pause) return;
  try {
    sessionStorage.setItem(
      SEEN,
      JSON.stringify([...new Set([story.dataset.story, ...seen()])].slice(0, 100)),
    );
  } catch {
    // Then none is marked.
  }
  const move = (rel: 'prev' | 'next') => {
    const link = side(rel);
    if (link) location.replace(link.href);
  };
  const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  let [held, paused] = [false, false];
  const update = () => {
    const still = held || paused || document.hidden;
    story.classList.toggle('still', still);
    if (!video) return;
    if (still) video.pause();
    else if (moves) video.play().catch(() => undefined);
  };
  const setPaused = (to: boolean) => {
    paused = to;
    const [stop, goOn] = pause.querySelectorAll('span');
    if (stop && goOn) [stop.hidden, goOn.hidden] = [paused, !paused];
    update();
  };
  if (moves) {
    pause.hidden = false;
    pause.addEventListener('click', () => setPaused(!paused));
    document.addEventListener('visibilitychange', update);
    if (video) {
      video.muted = true;
      const start = () => {
        bar?.style.setProperty('--story-s', `${video.duration}s`);
        story.classList.add('moving');
      };
      video.addEventListener('playing', start, { once: true });
      video.addEventListener('ended', () => move('next'));
    } else {
      story.classList.add('moving');
      bar?.addEventListener('animationend', () => move('next'));
    }
    update();
  }
  hold(stage, (to) => {
    held = to;
    if (moves) update();
  });
  for (const rel of ['prev', 'next'] as const)
    side(rel)?.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      move(rel);
    });
  document.addEventListener('keydown', (event) => {
    if (event.target instanceof Element && event.target.matches('video')) return;
    if (event.key === 'Escape' && back) location.assign(back.href);
    if (event.key === 'ArrowLeft') move('prev');
    if (event.key === 'ArrowRight') move('next');
  });
}

/** Tells of a press that lasts; its end is no tap. */
function hold(stage: HTMLElement, tell: (held: boolean) => void): void {
  let since = 0;
  let long = false;
  stage.addEventListener('pointerdown', () => {
    since = performance.now();
    tell(true);
  });
  const end = () => {
    if (since === 0) return;
    long = performance.now() - since > HOLD_MS;
    since = 0;
    tell(false);
  };
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
  stage.addEventListener('contextmenu', (event) => event.preventDefault());
  stage.addEventListener('dragstart', (event) => event.preventDefault());
  stage.addEventListener(
    'click',
    (event) => {
      if (!long) return;
      event.preventDefault();
      event.stopPropagation();
      long = false;
    },
    { capture: true },
  );
}

export function stories(): void {
  markSeen();
  const story = document.querySelector<HTMLElement>('[data-story]');
  if (story) play(story);
}
