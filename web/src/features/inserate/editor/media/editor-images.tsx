import { IMAGE_KINDS, type ImageKind } from '@samtrot/shared/inserate/limits.ts';
import { PictureGallery } from '../../../../media/pictures/picture-gallery.tsx';
import { useCutOff } from '../../../../media/use-uploads.ts';
import { FormSection } from '../../../../ui/form-section.tsx';
import { Radio } from '../../../../ui/radio-card.tsx';
import type { AdFormState } from '../use-ad-form.ts';
import { useImages } from './use-images.ts';
import type { Media } from './use-media.ts';
import '../../../../media/pictures/picture-gallery.css';
import '../../../../ui/field.css';

interface Props {
  editor: AdFormState;
  media: Media;
}

export function ImageSection({ editor, media }: Props) {
  const limit = media.limits.images;
  const pictures = useImages(media);
  const cutOff = useCutOff({ inseratId: media.inseratId, place: 'inserat', kind: 'image' });
  return (
    <FormSection id="bilder" title="Bilder" hint={`${pictures.count} von ${limit}`}>
      <PictureGallery pictures={pictures} limit={limit} />
      {cutOff && pictures.uploads.length === 0 && (
        <p className="help above-3" role="status">
          Bilder wurden nicht fertig hochgeladen. Wähle sie noch einmal aus.
        </p>
      )}
      <hr className="divider" />
      <KindOfImages editor={editor} />
    </FormSection>
  );
}

/** The stored value is misspelt in the specification and stays so; the label is spelt right. */
const KIND_LABELS: Partial<Record<ImageKind, string>> = {
  'Typenänliche Bilder': 'Typenähnliche Bilder',
};

function KindOfImages({ editor: { form, change } }: { editor: AdFormState }) {
  return (
    <>
      <div className="label below-1" id="art-der-bilder">
        Art der Bilder
      </div>
      <div className="row wrap radios" role="radiogroup" aria-labelledby="art-der-bilder">
        {IMAGE_KINDS.map((kind) => (
          <Radio
            key={kind}
            name="originalbilder"
            value={kind}
            checked={form.originalbilder === kind}
            onChange={() => change({ originalbilder: kind })}
          >
            {KIND_LABELS[kind] ?? kind}
          </Radio>
        ))}
      </div>
    </>
  );
}
