import { RATINGS, type Rating } from '@samtrot/shared/media/rules.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { RATING_LABELS } from './rating-sheet.tsx';
import './picture-gallery.css';

export const RatingField = ({
  rating,
  onChange,
}: {
  rating: Rating;
  onChange: (rating: Rating) => void;
}) => (
  <Field
    className="media-rating"
    label="Einstufung"
    help="Jede Webseite zeigt nur, was sie annimmt. Jugendfreies nehmen alle, Explizites nur wenige."
  >
    <Select
      value={rating}
      options={RATINGS.map((value) => ({ value, label: RATING_LABELS[value] }))}
      onChange={(event) => onChange(event.target.value as Rating)}
    />
  </Field>
);
