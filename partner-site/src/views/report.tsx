import { Icon } from '@samtrot/ad-view/icons.tsx';
import {
  REPORT_MESSAGE_MAX,
  REPORT_NAME_MAX,
  REPORT_REASON_IDS,
  REPORT_REASONS,
  reportTexts,
  thanksText,
  type Urgency,
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
  /** No reason was chosen. */
  noReason: boolean;
  /** Whom to call in danger, as HTML. */
  help: string;
}

const NO_REASON = 'kein-grund';
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
export function ReportPage({ section, id, name, typed, refused, noReason, help }: Props) {
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
          <input type="hidden" name="send_key" defaultValue={typed.send_key} />
          {/* Not `required`: a browser says so in its own language and behind the head. */}
          <fieldset className="reasons" aria-describedby={noReason ? NO_REASON : undefined}>
            <legend className="sr">Grund</legend>
            {noReason && (
              <p className="report-wrong" id={NO_REASON} role="alert">
                Bitte wähle einen Grund aus.
              </p>
            )}
            {REPORT_REASON_IDS.map((reason, index) => (
              <label className="reason" key={reason}>
                <input
                  type="radio"
                  name="reason"
                  value={reason}
                  defaultChecked={typed.reason === reason}
                  // biome-ignore lint/a11y/noAutofocus: it is what is missing
                  autoFocus={noReason && index === 0}
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

interface ReportedProps extends Item {
  number: string;
  urgency: Urgency;
  portalPublicUrl: string;
}

/** After the report: its number, when somebody looks at it, and where to ask. */
export function ReportedPage({ number, urgency, portalPublicUrl, ...item }: ReportedProps) {
  return (
    <>
      <Back {...item} />
      <div className="reporting" role="status">
        <h1 className="h1">{WHAT[item.section]} melden</h1>
        <p>{thanksText(number, urgency)}</p>
        <p className="muted">
          Notiere dir die Nummer. Fragen dazu beantwortet das Portal Samtrot:{' '}
          <a className="link" href={`${portalPublicUrl}/kontakt`} rel="noopener">
            Schreib uns
          </a>{' '}
          und nenne {number}.
        </p>
      </div>
    </>
  );
}
