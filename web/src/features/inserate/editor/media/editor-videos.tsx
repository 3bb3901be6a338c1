import { Video } from 'lucide-react';
import { useRef, useState } from 'react';
import { useCutOff } from '../../../../media/use-uploads.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { FormSection } from '../../../../ui/form-section.tsx';
import type { Media } from './use-media.ts';
import { useVideos } from './use-videos.ts';
import { ACCEPTED_VIDEOS } from './video-check.ts';
import { SavedVideo, VideoUpload } from './video-row.tsx';
import '../booking/editor-promotion.css';
import './editor-videos.css';
import '../../../../ui/field.css';

/** Videos of a premium ad; they cost nothing (MED-17 to MED-22). */
export function VideoSection({ media }: { media: Media }) {
  const queue = useVideos(media);
  const { videos, uploads, deleting, add, delete: remove, rate } = queue;
  const limit = media.limits.videos;
  const [asked, setAsked] = useState<number | null>(null);
  const asking = videos.find(({ attachment_id }) => attachment_id === asked);
  const input = useRef<HTMLInputElement>(null);
  const cutOff = useCutOff({ inseratId: media.inseratId, place: 'inserat', kind: 'video' });
  const count = videos.length + uploads.length;
  return (
    <FormSection
      id="videos"
      title="Videos"
      hint={limit > 0 ? `${count} von ${limit}` : 'Gehört zu Premium'}
    >
      {count > 0 && (
        <ul className="stack gap-3 videos">
          {videos.map((video, index) => (
            <SavedVideo
              key={video.attachment_id}
              video={video}
              name={`Video ${index + 1}`}
              busy={deleting === video.attachment_id}
              onDelete={() => setAsked(video.attachment_id)}
              onRate={(rating) => void rate(video, rating)}
            />
          ))}
          {uploads.map((upload) => (
            <VideoUpload key={upload.key} upload={upload} queue={queue} />
          ))}
        </ul>
      )}
      {(count < limit || limit === 0) && (
        <div className="row drop" data-slot="dropzone">
          <span className="tile">
            <Video className="i" aria-hidden />
          </span>
          <div className="grow">
            <div className="strong">Video hinzufügen</div>
            <p className="sm muted">
              {limit > 0
                ? 'Am besten MP4 oder MOV, maximal 400 MB pro Video'
                : 'Mit Premium kannst du 2 Videos zeigen.'}
            </p>
          </div>
          <Button onClick={() => input.current?.click()}>Auswählen</Button>
          <input
            ref={input}
            type="file"
            accept={ACCEPTED_VIDEOS}
            multiple
            hidden
            aria-label="Videos auswählen"
            onChange={(event) => {
              add([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </div>
      )}
      {cutOff && uploads.length === 0 && (
        <p className="help above-3" role="status">
          Ein Upload wurde unterbrochen. Wähle dasselbe Video noch einmal, dann geht er dort weiter.
        </p>
      )}
      <ConfirmDialog
        open={asking !== undefined}
        title="Video löschen?"
        description="Das Video wird von deinem Inserat entfernt."
        safe="Behalten"
        act="Löschen"
        danger
        onAct={() => {
          setAsked(null);
          if (asking) void remove(asking);
        }}
        onClose={() => setAsked(null)}
      />
    </FormSection>
  );
}
