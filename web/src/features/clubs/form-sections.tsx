import { content } from '@samtrot/shared/clubs/contract.ts';
import { MAX_CLUB_IMAGES } from '@samtrot/shared/clubs/rules.ts';
import type { Account } from '../../lib/session/session.ts';
import { PictureGallery } from '../../media/pictures/picture-gallery.tsx';
import { Field } from '../../ui/field.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import { HomepageField } from '../../ui/homepage-field.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { Select } from '../../ui/select.tsx';
import { Line } from './club-section.tsx';
import { controlId } from './form-values.ts';
import type { ClubFormState } from './use-club-form.ts';
import type { ClubPictures } from './use-club-pictures.ts';
import { usePictureSet } from './use-picture-set.ts';
import '../../ui/form-section.css';

export function ContactSection({ editor }: { editor: ClubFormState }) {
  const { form, change, errorAt, leave } = editor;
  return (
    <FormSection id="kontakt" title="Kontakt">
      <div className="stack gap-5">
        <Line
          editor={editor}
          field="vollstaendiger_name"
          autoComplete="name"
          help="Nur für uns. Gäste sehen diesen Namen nicht."
        />
        <PhoneField
          id={controlId('telefon')}
          label={content.telefon.label}
          dialLabel="Landesvorwahl"
          value={form.telefon}
          onChange={(telefon) => change({ telefon })}
          error={errorAt('telefon')}
          onLeave={() => leave('telefon')}
          help="So erreichen dich Gäste."
        />
        <HomepageField
          id={controlId('homepage')}
          label={content.homepage.label}
          value={form.homepage}
          onChange={(homepage) => change({ homepage })}
          error={errorAt('homepage')}
          onLeave={() => leave('homepage')}
        />
      </div>
    </FormSection>
  );
}

export function AddressSection({
  editor,
  cantons,
}: {
  editor: ClubFormState;
  cantons: Account['cantons'];
}) {
  const { form, change, errorAt, leave } = editor;
  return (
    <FormSection id="adresse" title="Adresse">
      <div className="stack gap-5">
        <Line editor={editor} field="strasse_und_nummer" autoComplete="street-address" />
        <div className="two">
          <Line editor={editor} field="postleitzahl" autoComplete="postal-code" />
          <Line editor={editor} field="ort" autoComplete="address-level2" />
        </div>
        <Field id={controlId('canton')} label={content.canton.label} error={errorAt('canton')}>
          <Select
            name="canton"
            value={form.canton}
            placeholder="Kanton wählen"
            options={cantons.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => change({ canton: event.target.value })}
            onBlur={() => leave('canton')}
          />
        </Field>
      </div>
    </FormSection>
  );
}

export function PictureSection({ pictures }: { pictures: ClubPictures }) {
  const set = usePictureSet(pictures);
  return (
    <FormSection id="bilder" title="Bilder" hint={`${set.count} von ${MAX_CLUB_IMAGES}`}>
      <PictureGallery pictures={set} limit={MAX_CLUB_IMAGES} />
    </FormSection>
  );
}
