import type { VideoSource } from '@samtrot/shared/media/contract.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { CircleAlert, Pause, Play, RotateCw, Trash, Video, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useDiscreet } from '../../../../lib/page/discreet.ts';
import { RatingField } from '../../../../media/pictures/rating-field.tsx';
import type { Upload } from '../../../../media/upload.ts';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import '../booking/editor-promotion.css';
import './editor-videos.css';
import '../../../../ui/field.css';
import '../../../../ui/veiled-picture.css';

interface UploadProps {
  upload: Upload;
  queue: {
    pause: (key: number) => void;
    resume: (key: number) => void;
    takeBack: (key: number) => void;
  };
}

/** A video being uploaded: it may take minutes, so it can be paused and resumed. */
export function VideoUpload({ upload: { key, file, state, percent }, queue }: UploadProps) {
  const text = {
    waiting: 'Wartet auf den Upload davor',
    sending: `Wird hochgeladen, ${percent} %`,
    saving: 'Wird gespeichert …',
    paused: `Angehalten bei ${percent} %`,
    stopped: `Unterbrochen bei ${percent} %`,
    refused: 'Nicht gespeichert',
  }[state];
  return (
    <li className="stack gap-3 panel video-row" data-state={state}>
      <Facts
        icon={<Video className="i" aria-hidden />}
        name={file.name}
        text={text}
        percent={percent}
      >
        {(state === 'sending' || state === 'waiting') && (
          <IconButton
            icon={Pause}
            label="Upload anhalten"
            tipSide="top"
            onClick={() => queue.pause(key)}
          />
        )}
        {state === 'paused' && (
          <IconButton
            icon={Play}
            label="Upload fortsetzen"
            tipSide="top"
            onClick={() => queue.resume(key)}
          />
        )}
        {state === 'stopped' && (
          <IconButton
            icon={RotateCw}
            label="Erneut versuchen"
            tipSide="top"
            onClick={() => queue.resume(key)}
          />
        )}
        <IconButton
          icon={X}
          label="Upload abbrechen"
          tipSide="top"
          disabled={state === 'saving'}
          onClick={() => queue.takeBack(key)}
        />
      </Facts>
    </li>
  );
}

interface SavedProps {
  video: VideoSource;
  /** Such as "Video 1". */
  name: string;
  busy: boolean;
  onDelete: () => void;
  onRate?: (rating: Rating) => void;
}

export function SavedVideo({ video, name, busy, onDelete, onRate }: SavedProps) {
  const { status, progress, failure } = video;
  const remove = (
    <IconButton
      icon={Trash}
      label={`${name} löschen`}
      tipSide="top"
      busy={busy}
      onClick={onDelete}
    />
  );
  if (status === 'gescheitert')
    return (
      <li className="stack gap-3 panel video-row" data-state={status}>
        <Facts
          icon={<CircleAlert className="i" aria-hidden />}
          name={video.name || name}
          text={failure}
          wrong
        >
          <Button variant="danger-quiet" size="sm" busy={busy} onClick={onDelete}>
            Löschen
          </Button>
        </Facts>
      </li>
    );
  if (status !== 'bereit') {
    const text =
      status === 'wartet' ? 'Wartet auf die Umwandlung' : `Wird umgewandelt, ${progress} %`;
    return (
      <li className="stack gap-3 panel video-row" data-state={status}>
        <Facts
          icon={<Video className="i" aria-hidden />}
          name={video.name || name}
          text={text}
          percent={progress}
        >
          {remove}
        </Facts>
      </li>
    );
  }
  return (
    <li className="stack gap-3 panel video-row ready" data-state={status}>
      <Player video={video} name={name} />
      <div>
        <Facts name={video.name || name} text={lasting(video.seconds)}>
          {remove}
        </Facts>
        {onRate && <RatingField rating={video.rating} onChange={onRate} />}
      </div>
    </li>
  );
}

interface FactsProps {
  icon?: ReactNode;
  name: string;
  text: string;
  percent?: number;
  wrong?: boolean;
  children: ReactNode;
}

function Facts({ icon, name, text, percent, wrong, children }: FactsProps) {
  return (
    <>
      <div className="row">
        {icon && <span className="tile">{icon}</span>}
        <div className="grow">
          <div className="strong truncate">{name}</div>
          <p className={wrong ? 'sm error' : 'sm muted num'}>{text}</p>
        </div>
        {children}
      </div>
      {percent !== undefined && (
        <progress className="full" max={100} value={percent} aria-label={`${name}: ${text}`} />
      )}
    </>
  );
}

/**
 * Nothing of it is loaded before it is played; in the Diskret-Ansicht not even its poster shows.
 */
function Player({
  video: { url, cloudflare_variant_0: small, thumbnail, width, height },
  name,
}: PlayerProps) {
  const discreet = useDiscreet();
  const [shown, setShown] = useState(false);
  if (discreet && !shown)
    return (
      <div className="ph video-box veiled" style={{ aspectRatio: `${width} / ${height}` }}>
        <img className="photo" src={thumbnail} alt="" />
        <button type="button" className="video-show" onClick={() => setShown(true)}>
          <Play className="i" aria-hidden />
          {name} zeigen
        </button>
      </div>
    );
  return (
    // biome-ignore lint/a11y/useMediaCaption: an advertiser's own film has none
    <video
      className="video-box"
      controls
      preload="none"
      playsInline
      poster={thumbnail}
      aria-label={name}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      <source src={small} type="video/mp4" media="(max-width: 899px)" />
      <source src={url} type="video/mp4" />
    </video>
  );
}

interface PlayerProps {
  video: Pick<VideoSource, 'url' | 'cloudflare_variant_0' | 'thumbnail' | 'width' | 'height'>;
  name: string;
}

/** `1:05` */
function lasting(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} Minuten`;
}
