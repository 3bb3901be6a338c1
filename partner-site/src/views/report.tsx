import { Icon } from '@samtrot/ad-view/icons.tsx';
import {
  REPORT_MESSAGE_MAX,
  REPORT_NAME_MAX,
  REPORT_REASON_IDS,
  REPORT_REASONS,
  reportTexts,
} from '@samtrot/shared/reports/rules.ts';
import { type ReportDraft, reportPath, type Section } from '../pages.ts';

interface Item {
  section: Section;
  id: string;
  name: string;
}

interface Props extends Item {
  typed: ReportDraft;
  /** Why it was not sent. */
  refused: string;
  /** Whom to call in danger, as HTML. */
  help: string;
}

const WHAT: Record<Section, string> = { inserat: 'Inserat', club: 'Club' };

function Back({ section, id, name }: Item) {
  return (
    <a className="back" href={name ? `/${section}/${id}` : '/'}>
      <Icon name="back" />
      Zurück{name && ` zu ${name}`}
    </a>
  );
}

/** A plain form, so it needs no script; this site sends the report with its key (BOF-55). */
export function ReportPage({ section, id, name, typed, refused, help }: Props) {
  return (
    <>
      <Back section={section} id={id} name={name} />
      <div className="reporting">
        <h1 className="h1">{WHAT[section]} melden</h1>
        <p className="muted">
          Was stimmt mit «{name}» nicht? {reportTexts.help}
        </p>
        {help && (
          <aside
            className="emergency"
            aria-label="Notfall"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the portal
            dangerouslySetInnerHTML={{ __html: help }}
          />
        )}
        {refused && (
          <p className="report-refused" role="alert">
            {refused}
          </p>
        )}
        <form method="post" action={reportPath(section, id)}>
          <fieldset className="reasons">
            <legend className="sr">Grund</legend>
            {REPORT_REASON_IDS.map((reason) => (
              <label className="reason" key={reason}>
                <input
                  type="radio"
                  name="reason"
                  value={reason}
                  required
                  defaultChecked={typed.reason === reason}
                />
                <span>{REPORT_REASONS[reason].label}</span>
                {REPORT_REASONS[reason].urgency === 'urgent' && (
                  <span className="badge badge-outline">Dringend</span>
                )}
              </label>
            ))}
          </fieldset>
          <label className="report-field">
            Was ist dir aufgefallen? (freiwillig)
            <textarea
              className="input"
              name="message"
              rows={5}
              maxLength={REPORT_MESSAGE_MAX}
              defaultValue={typed.message}
            />
          </label>
          <label className="report-field">
            Name (freiwillig)
            <input
              className="input"
              name="name"
              autoComplete="name"
              maxLength={REPORT_NAME_MAX}
              defaultValue={typed.name}
            />
          </label>
          <label className="report-field">
            E-Mail (freiwillig)
            <input
              className="input"
              type="email"
              name="email"
              autoComplete="email"
              defaultValue={typed.email}
            />
          </label>
          <button type="submit" className="btn btn-primary btn-lg">
            {reportTexts.send}
          </button>
        </form>
      </div>
    </>
  );
}

/** After the report: its number and when somebody looks at it. */
export function ReportedPage({ thanks, ...item }: Item & { thanks: string }) {
  return (
    <>
      <Back {...item} />
      <div className="reporting" role="status">
        <h1 className="h1">{WHAT[item.section]} melden</h1>
        <p>{thanks}</p>
      </div>
    </>
  );
}
