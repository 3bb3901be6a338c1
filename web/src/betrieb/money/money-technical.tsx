/** What programs call things, for who has to look there (BOF-93). */
export const Technical = ({ of }: { of: readonly { label: string; value: string }[] }) => (
  <details>
    <summary className="house-summary">Technische Angaben</summary>
    <dl className="house-facts">
      {of.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </details>
);
