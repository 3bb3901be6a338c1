import { VISIBILITY } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { content } from '@samtrot/shared/inserate/contract.ts';
import { formatCredits, formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { hasStoryMedia } from '@samtrot/shared/media/rules.ts';
import { Check, CirclePlay, ImagePlus, Trash } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusAtOnce } from '../../../../lib/page/focus-control.ts';
import { usePrices } from '../../../../lib/session/session.ts';
import { ACCEPTED } from '../../../../media/pictures/image-check.ts';
import { PendingTile } from '../../../../media/pictures/pending-tile.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Input } from '../../../../ui/input.tsx';
import { VeiledPicture } from '../../../../ui/veiled-picture.tsx';
import { PromoRow } from '../booking/promo-row.tsx';
import { type AdFormState, controlId, focusFirst } from '../use-ad-form.ts';
import { storyLacks, WITHOUT_STORY, withStoryTitle } from './story-rules.ts';
import type { Media } from './use-media.ts';
import { useStory } from './use-story.ts';
import { ACCEPTED_VIDEOS, isVideo } from './video-check.ts';
import { SavedVideo, VideoUpload } from './video-row.tsx';
import '../booking/editor-promotion.css';
import './editor-story.css';
import './editor-videos.css';
import '../../../../media/pictures/picture-gallery.css';

interface Props {
  editor: AdFormState;
  inserat: Inserat | null;
  media: Media;
  /** The running booking has paid for it. */
  paid: boolean;
}

/** A picture or video with a title, 24 hours at the very top (MED-23 to MED-31). */
export function StoryPart({
  editor: { form, change, errorAt, round },
  inserat,
  media,
  paid,
}: Props) {
  const { images } = media.images;
  const story = useStory(media);
  const { extras } = usePrices();
  const own = Boolean(story.story_image ?? story.story_video);
  const hasOwn = hasStoryMedia(story.story_image, story.story_video);
  const begun =
    form.story_posted || paid || own || story.uploads.length > 0 || form.story_title !== '';
  // The list leads here (INS-34).
  const wanted = round === 0 && location.hash === '#story';
  const [opened, setOpened] = useState(begun || wanted);
  const [removing, setRemoving] = useState(false);
  const open = opened || begun;
  const id = controlId('story_posted');
  const lacks = storyLacks(form, { media: hasOwn, images: images.length });
  const shows = hasOwn || images.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the editor opens
  useEffect(() => {
    if (wanted) focusFirst([shows ? 'story_title' : 'story_posted']);
  }, []);
  const removeAll = async () => {
    if (!(await story.delete())) return;
    setRemoving(false);
    setOpened(false);
    // What is paid for runs on with its title and the main picture.
    if (!paid) change(WITHOUT_STORY);
  };
  const until = inserat?.story_until;
  return (
    <PromoRow
      icon={CirclePlay}
      title="Story"
      visible={VISIBILITY.story}
      text="24 Stunden zuoberst in der Story-Leiste, mit einem Bild oder Video von höchstens 30 Sekunden."
      id={id}
      on={form.story_posted || paid}
      error={errorAt('story_posted')}
      price={paid ? <Posted>Bezahlt</Posted> : formatCredits(extras.story)}
      control={
        !open && (
          <Button
            onClick={() => {
              flushSync(() => setOpened(true));
              focusAtOnce(id);
            }}
          >
            Story hinzufügen
          </Button>
        )
      }
    >
      {paid && (
        <p className="sm medium is-success above-1 num">
          {until ? `Läuft bis ${formatDateTime(new Date(until))}.` : 'War schon zu sehen.'}
        </p>
      )}
      {open && (
        <div className="above-3">
          <StoryMedia story={story} onDeleted={() => !paid && change(WITHOUT_STORY)} />
          {!own && story.uploads.length === 0 && images.length > 0 && (
            <p className="help above-2">
              Ohne eigenes Bild oder Video zeigt die Story dein Hauptbild.
            </p>
          )}
          <Field
            className="above-3"
            label={content.story_title.label}
            id={controlId('story_title')}
            counter={{ value: form.story_title.length, max: content.story_title.length.max }}
            error={errorAt('story_title')}
          >
            <Input
              maxLength={content.story_title.length.max}
              value={form.story_title}
              onChange={(event) =>
                change(
                  paid ? { story_title: event.target.value } : withStoryTitle(event.target.value),
                )
              }
            />
          </Field>
          {!paid && (
            <div className="row wrap sm medium above-3">
              {form.story_posted ? (
                <Posted>Story wird mit dem Inserat gepostet</Posted>
              ) : (
                <Button
                  variant="soft"
                  icon={CirclePlay}
                  disabled={lacks !== null}
                  aria-describedby={lacks ? `${id}-lacks` : undefined}
                  onClick={() => change({ story_posted: true })}
                >
                  Story posten
                </Button>
              )}
              {(begun || form.story_posted) && (
                <Button variant="danger-quiet" onClick={() => setRemoving(true)}>
                  Story entfernen
                </Button>
              )}
            </div>
          )}
          {!paid && !form.story_posted && lacks && (
            <p className="help above-2" id={`${id}-lacks`}>
              {lacks}
            </p>
          )}
        </div>
      )}
      {/* AD_STORY_DELETE */}
      <ConfirmDialog
        open={removing}
        title="Story entfernen?"
        description="Die Story wird nicht gebucht. Ihr Titel und ihr Bild oder Video werden gelöscht."
        safe="Behalten"
        act="Entfernen"
        danger
        busy={story.deleting}
        busyLabel="Wird entfernt …"
        onAct={() => void removeAll()}
        onClose={() => setRemoving(false)}
      />
    </PromoRow>
  );
}

const Posted = ({ children }: { children: ReactNode }) => (
  <span className="row-tight is-success">
    <Check className="i" aria-hidden />
    {children}
  </span>
);

function StoryMedia({
  story,
  onDeleted,
}: {
  story: ReturnType<typeof useStory>;
  onDeleted: () => void;
}) {
  const { story_image: image, story_video: video, uploads, deleting } = story;
  const input = useRef<HTMLInputElement>(null);
  const remove = async () => {
    if (await story.delete()) onDeleted();
  };
  if (uploads.length > 0)
    return (
      <ul className="stack gap-3">
        {uploads.map((upload) =>
          isVideo(upload.file) ? (
            <VideoUpload key={upload.key} upload={upload} queue={story} />
          ) : (
            <li key={upload.key} className="story-picture">
              <PendingTile upload={upload} queue={story} />
            </li>
          ),
        )}
      </ul>
    );
  if (video)
    return (
      <ul className="stack gap-3">
        <SavedVideo
          video={video}
          name="Story-Video"
          busy={deleting}
          onDelete={() => void remove()}
        />
      </ul>
    );
  if (image)
    return (
      <div className="story-picture">
        <VeiledPicture
          src={image.variants['320'] ?? image.url}
          alt="Bild der Story"
          className="img"
        >
          <span className="tools">
            <IconButton
              icon={Trash}
              label="Bild der Story löschen"
              tipSide="top"
              busy={deleting}
              onClick={() => void remove()}
            />
          </span>
        </VeiledPicture>
      </div>
    );
  return (
    <div>
      <Button icon={ImagePlus} onClick={() => input.current?.click()}>
        Bild oder Video wählen
      </Button>
      <input
        ref={input}
        type="file"
        accept={`${ACCEPTED},${ACCEPTED_VIDEOS}`}
        hidden
        aria-label="Bild oder Video der Story auswählen"
        onChange={(event) => {
          story.add([...(event.target.files ?? [])].slice(0, 1));
          event.target.value = '';
        }}
      />
    </div>
  );
}
