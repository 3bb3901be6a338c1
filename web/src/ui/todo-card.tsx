import { CircleAlert, CircleDashed } from 'lucide-react';
import './card.css';
import './todo-card.css';

/** Something that is to be done before a form can be sent. */
export interface OpenPoint {
  field: string;
  text: string;
  /** Something is there and is wrong, as opposed to not there yet. */
  wrong: boolean;
}

interface Props {
  points: readonly OpenPoint[];
  /** The id of the control of a field. */
  idOf: (field: string) => string;
  onGo: (field: string) => void;
}

/** "Noch offen": each line leads to its field. */
export function TodoCard({ points, idOf, onGo }: Props) {
  if (points.length === 0) return null;
  return (
    <div className="card todo-card" data-slot="form-checklist">
      <h2 className="h3 todo-title">Noch offen</h2>
      <OpenPoints points={points} idOf={idOf} onGo={onGo} />
    </div>
  );
}

export function OpenPoints({ points, idOf, onGo }: Props) {
  return points.map(({ field, text, wrong }) => (
    <a
      key={field}
      className={wrong ? 'miss' : undefined}
      href={`#${idOf(field)}`}
      onClick={(event) => {
        event.preventDefault();
        onGo(field);
      }}
    >
      {wrong ? (
        <CircleAlert className="i" aria-hidden />
      ) : (
        <CircleDashed className="i subtle" aria-hidden />
      )}
      {text}
    </a>
  ));
}
