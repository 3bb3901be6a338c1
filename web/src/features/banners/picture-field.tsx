import { BANNER_TYPES, type BannerTypeId } from '@samtrot/shared/banners/rules.ts';
import { fieldTexts } from '@samtrot/shared/kernel/text.ts';
import { MAX_IMAGE_BYTES } from '@samtrot/shared/media/rules.ts';
import { Crop as CropIcon, ImageIcon, Trash2, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { smallProblem } from '../../media/photo/geometry.ts';
import { whyUndrawable } from '../../media/pictures/picture-upload.ts';
import { sizeOf } from '../../media/preparing.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import { Crop } from './crop.tsx';
import { BannerPreview } from './preview.tsx';
import { controlId, type Wizard } from './use-wizard.ts';
import { hasPicture } from './wizard-form.ts';
import './step-content.css';
import '../../ui/field.css';

/** The file that was chosen, for another part of it; gone with the page. */
export interface Source {
  file: File;
  /** It had fewer pixels than the format. */
  low: boolean;
}

interface Props {
  wizard: Wizard;
  typ: BannerTypeId;
  source: Source | null;
  onSource: (source: Source | null) => void;
}

const ACCEPTED = '.png,.jpg,.jpeg,image/png,image/jpeg';
/** ERR-087, as for the pictures of an ad. */
const TOO_LARGE = 'Ein oder mehrere Bilder sind zu groß. Maximal 10MB pro Bild erlaubt.';

/** Enlarged more than four times nothing can be recognised. */
const MOST_BLOWN_UP = 4;
const leastOf = (typ: BannerTypeId) => {
  const { width, height } = BANNER_TYPES[typ].size!;
  return { width: Math.ceil(width / MOST_BLOWN_UP), height: Math.ceil(height / MOST_BLOWN_UP) };
};

/** BAN-38 to BAN-40. */
export function PictureField({ wizard, typ, source, onSource }: Props) {
  const { form, change, errorAt } = wizard;
  const [cropping, setCropping] = useState<File | null>(null);
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const there = hasPicture(form);
  const otherFormat = form.picture !== null && !there;

  const choose = async (file: File | undefined) => {
    if (!file) return;
    const problem = !/\.(png|jpe?g)$/i.test(file.name)
      ? fieldTexts.format
      : file.size > MAX_IMAGE_BYTES
        ? TOO_LARGE
        : null;
    if (problem) return wizard.refuse({ banner_bild: problem });
    const size = await sizeOf(file);
    if (!size) return wizard.refuse({ banner_bild: await whyUndrawable(file) });
    const small = smallProblem(size, leastOf(typ));
    if (small) wizard.refuse({ banner_bild: small });
    else setCropping(file);
  };

  return (
    <FieldGroup
      label="Bild"
      id={controlId('banner_bild')}
      error={errorAt('banner_bild')}
      help="Alle Besucher sehen deinen Banner. Das Bild muss jugendfrei sein."
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button does the same */}
      <div
        className="stack gap-3 drop"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void choose(event.dataTransfer.files[0]);
        }}
      >
        <BannerPreview typ={typ} form={form} />
        <p className="sm muted num">{`${BANNER_TYPES[typ].format}, PNG oder JPEG, höchstens 10 MB`}</p>
        {otherFormat && (
          <p className="xs is-warning icon-line" role="status">
            <TriangleAlert className="i" aria-hidden />
            <span>Dein Bild hat ein anderes Format. Wähle den Ausschnitt neu.</span>
          </p>
        )}
        {there && source?.low && (
          <p className="xs is-warning icon-line">
            <TriangleAlert className="i" aria-hidden />
            <span>
              Das Bild hat wenig Pixel und wird unscharf. Nimm wenn möglich ein grösseres.
            </span>
          </p>
        )}
        <div className="row-tight wrap">
          <Button ref={opener} icon={ImageIcon} onClick={() => chooser.current?.click()}>
            {there ? 'Anderes Bild wählen' : 'Bild wählen'}
          </Button>
          {source && form.picture && (
            <Button variant="ghost" icon={CropIcon} onClick={() => setCropping(source.file)}>
              Ausschnitt ändern
            </Button>
          )}
          {form.picture && (
            <Button
              variant="ghost"
              icon={Trash2}
              onClick={() => {
                change({ picture: null });
                onSource(null);
                wizard.show('banner_bild');
              }}
            >
              Bild entfernen
            </Button>
          )}
        </div>
        <input
          ref={chooser}
          className="sr"
          type="file"
          accept={ACCEPTED}
          tabIndex={-1}
          aria-label="Bild auswählen"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            // The same file again is a choice, too.
            event.target.value = '';
          }}
        />
      </div>
      {cropping && (
        <Crop
          file={cropping}
          typ={typ}
          opener={opener}
          onCancel={() => setCropping(null)}
          onDone={(picture, low) => {
            change({ picture });
            onSource({ file: cropping, low });
            setCropping(null);
          }}
        />
      )}
    </FieldGroup>
  );
}
