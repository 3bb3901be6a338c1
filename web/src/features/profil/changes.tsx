/** What a confirmation is about, line by line. */
import './profil.css';
export const Changes = ({ lines }: { lines: readonly { label: string; text: string }[] }) => (
  <dl className="pairs pairs-lined above-4">
    {lines.map(({ label, text }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className="right">{text}</dd>
      </div>
    ))}
  </dl>
);
