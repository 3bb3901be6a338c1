interface Props {
  /** Sanitised by the server, which is the only one to make it. */
  html: string;
  className?: string;
}

/** A part of a page that the server has rendered. */
export const ServerHtml = ({ html, className }: Props) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
  <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
);
