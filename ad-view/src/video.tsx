import type { DeliveredImage, DeliveredVideo } from '@samtrot/shared/delivery/contract.ts';
import { lengthText } from '@samtrot/shared/kernel/format.ts';
import type { ReactNode } from 'react';
import { Picture } from './picture.tsx';
import { webFile } from './text.ts';

/** From this viewport width on, the larger file is loaded. */
const WIDE = '(min-width: 700px)';

/** Whether pictures and videos are covered. */
export interface Covering {
  veiled: boolean;
  /** Over a covered video: what shows it. */
  unveil?: ReactNode;
}

interface Props extends Covering {
  video: DeliveredVideo;
  name: string;
}

/**
 * A video with the browser's controls; nothing of it is loaded before it is played. While pictures
 * are covered there is no player: only the covered poster and a link that uncovers it.
 */
export function Video({ video, name, veiled, unveil }: Props) {
  const files = Object.entries(video.urls)
    .map(([height, url]) => ({ height: Number(height), url: webFile(url) }))
    .filter(({ url }) => url !== '')
    .sort((a, b) => a.height - b.height);
  if (files.length === 0) return null;
  if (veiled) return <VeiledVideo video={video} name={name} unveil={unveil} />;
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

function VeiledVideo({ video, name, unveil }: Omit<Props, 'veiled'>) {
  return (
    <div className="video-veiled">
      <Picture
        image={posterOf(video)}
        alt={`Verdecktes Video: ${name}`}
        sizes="(min-width: 900px) 560px, 100vw"
      />
      {unveil}
    </div>
  );
}

export const posterOf = ({ poster, width, height }: DeliveredVideo): DeliveredImage => ({
  urls: { [width]: poster },
  width,
  height,
  placeholder: '',
});
