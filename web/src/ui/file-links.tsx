import './file-links.css';

interface Shown {
  id: number;
  name: string;
}

/** Files of a message, each a download; never shown on the page. */
export const FileLinks = ({ files, path }: { files: readonly Shown[]; path: string }) =>
  files.length === 0 ? null : (
    <ul className="file-links">
      {files.map(({ id, name }) => (
        <li key={id}>
          <a href={`${path}/${id}`} download>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
