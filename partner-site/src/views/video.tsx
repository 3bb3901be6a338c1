import type { DeliveredImage, DeliveredVideo } from '@samtrot/shared/delivery/contract.ts';
import type { Frame } from '../pages.ts';
import { Picture } from './picture.tsx';
import { lengthText, webFile } from './text.ts';

/** From this viewport width on, the larger file is loaded. */
const WIDE = '(min-width: 700px)';

interface Props {
  video: DeliveredVideo;
  name: string;
  frame: Frame;
}

/**
 * A video with the browser's controls; nothing of it is loaded before it is played. While pictures
 * are covered there is no player: only the covered poster and a link that uncovers it.
 */
export function Video({ video, name, frame }: Props) {
  const files = Object.entries(video.urls)
    .map(([height, url]) => ({ height: Number(height), url: webFile(url) }))
    .filter(({ url }) => url !== '')
    .sort((a, b) => a.height - b.height);
  if (files.length === 0) return null;
  if (frame.veiled) return <VeiledVideo video={video} name={name} frame={frame} />;
  const [smallest, ...larger] = files;
  return (
    // biome-ignore lint/a11y/useMediaCaption: advertisers send no words with their videos
    <video
      className="video"
      controls
      playsInline
      preload="none"
      poster={webFile(video.poster) || undefined}
      width={video.width}
      height={video.height}
      aria-label={`${name}, ${lengthText(video.seconds)}`}
    >
      {larger.reverse().map(({ height, url }) => (
        <source key={height} src={url} type="video/mp4" media={WIDE} />
      ))}
      <source src={smallest!.url} type="video/mp4" />
      <a href={smallest!.url} rel="noreferrer">
        Video ansehen
      </a>
    </video>
  );
}

function VeiledVideo({ video, name, frame }: Props) {
  return (
    <div className="video-veiled">
      <Picture
        image={posterOf(video)}
        alt={`Verdecktes Video: ${name}`}
        sizes="(min-width: 900px) 560px, 100vw"
      />
      <form method="post" action="/ansicht">
        <input type="hidden" name="ziel" value={frame.path} />
        <button type="submit" className="btn btn-secondary" name="verdeckt" value="0">
          Bilder und Videos zeigen
        </button>
      </form>
    </div>
  );
}

export const posterOf = ({ poster, width, height }: DeliveredVideo): DeliveredImage => ({
  urls: { [width]: poster },
  width,
  height,
  placeholder: '',
});
