/** What a confirmation is about, line by line. */
import './profil.css';
export const Changes = ({ lines }: { lines: readonly { label: string; text: string }[] }) => (
  <dl className="changes">
    {lines.map(({ label, text }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);
