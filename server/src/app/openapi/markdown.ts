import { LOOKUP_PATH } from '@samtrot/shared/accounts/lookup-contract.ts';
import { VISITS_PER_MINUTE } from '@samtrot/shared/delivery/rules.ts';
import type { Limit, PortalAction } from '@samtrot/shared/kernel/action.ts';
import { portalErrors } from '@samtrot/shared/kernel/errors.ts';
import { MAX_IMAGE_BYTES, MAX_OPEN_UPLOADS, MAX_VIDEO_BYTES } from '@samtrot/shared/media/rules.ts';
import { VISIT_ONCE_MINUTES } from '@samtrot/shared/statistics/rules.ts';
import type { Json, JsonObject } from '../../platform/describe.ts';
import { DOCUMENT_PATH } from './document.ts';

const AUDIENCE = { visitor: 'everybody', user: 'logged-in users' } as const;

/** What the renderer reads of an operation; members with a prefix are extensions. */
interface Operation {
  summary: string;
  parameters?: JsonObject[];
  requestBody?: { content: Record<string, { schema: JsonObject }> };
  responses: Record<string, { content?: Record<string, { schema: JsonObject }> }>;
  'x-samtrot-audience': PortalAction['audience'];
  'x-samtrot-free-calls-without-proof'?: number;
  'x-samtrot-limits'?: Limit[];
  'x-samtrot-no-key-with'?: [member: string, value: string];
}

interface Call {
  path: string;
  method: string;
  operation: Operation;
}

const ACTION_PATH = '/api?action=';
const nameOf = ({ path }: Call) => path.slice(ACTION_PATH.length);

/** Renders the document as Markdown. */
export function renderMarkdown(document: JsonObject): string {
  const paths = document.paths as unknown as Record<string, Record<string, Operation>>;
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Call => {
      return { path, method: method.toUpperCase(), operation };
    }),
  );
  const actions = calls.filter(({ path }) => path.startsWith(ACTION_PATH));
  return [
    '# Wire API',
    '',
    `Generated from the contracts by \`npm run generate\`; do not edit. \`GET ${DOCUMENT_PATH}\` is the same for programs.`,
    '',
    'Every call goes to `/api?action=NAME`, with cookies or a [token](TOKEN-API.md). GET calls take their parameters from the query, others a JSON object or a form.',
    'Responses are `{"success": true, ...}` or `{"success": false, "code", "message", "errors"?, ...}` with a true HTTP status.',
    "A `user_id` that is not the session's fails with 403; somebody else's row is treated as a missing one.",
    '',
    '## Idempotency-Key',
    '',
    'Calls that move money take this header: 1 to 255 printable characters, chosen by the caller, one for each order and for 24 hours.',
    'The same key with the same input gets the same status and body again, with `Idempotency-Replayed: true`, and nothing is done a second',
    'time. With another input, or for another call, it gets 422 `IDEMPOTENCY_MISMATCH`. Failures of the order itself are given again too; nothing is',
    'kept of malformed input, of 401, 403, 428 and 429, and of 5xx: send those again with the same key. While the first request is at work, a second',
    'one waits for its answer, at most for a few seconds (503). At most 1000 keys a day for each account.',
    '',
    '## Calls of the portal',
    '',
    '| Call | Method | Open to | What it does |',
    '|---|---|---|---|',
    ...actions.map((call) => {
      const [name, { summary }] = [nameOf(call), call.operation];
      return `| [${name}](#${name.toLowerCase()}) | ${call.method} | ${audienceOf(call)} | ${summary} |`;
    }),
    '',
    ...lookupSection(paths[LOOKUP_PATH]!.get!),
    ...actions.flatMap(actionSection),
    ...UPLOADS,
    '## Calls of partner websites',
    '',
    'With `Authorization: Bearer <website key>`. Responses carry an `ETag`, but for banners: each response is for one visitor.',
    '',
    ...calls.filter(({ path }) => path.startsWith('/partner/')).flatMap(partnerSection),
    ...VISITS,
    ...BANNERS,
    '## Failures',
    '',
    '| Code | Status | Message |',
    '|---|---|---|',
    ...Object.entries(portalErrors).map(
      ([code, { status, text }]) => `| ${code} | ${status} | ${text} |`,
    ),
    '',
  ].join('\n');
}

const MIB = 1024 * 1024;

const UPLOADS = [
  '## Uploads',
  '',
  'Files come in parts after [tus 1.0](https://tus.io/protocols/resumable-upload), with `creation-with-upload` and `termination`, for the caller who is',
  'logged in, from the pages of the portal. `POST /media/uploads` with `Upload-Length` and the metadata `inserat_id` (an ad of the caller), `kind`',
  '(`image` or `video`) and, for a video, `filename` begins one and returns its address in `Location`; `PATCH` sends bytes, `HEAD` returns how many are',
  'there, `DELETE` gives it up. Its last part is the `upload_id` of saveInseratImage and saveInseratVideo.',
  '',
  `At most ${MAX_IMAGE_BYTES / MIB} MiB for a picture and ${MAX_VIDEO_BYTES / MIB} MiB for a video, ${MAX_OPEN_UPLOADS} on their way at once. A request has 25 seconds; what`,
  'was too slow gets 408 `UPLOAD_SLOW`, keeps all bytes and goes on with the next request, so send parts of a few MiB and try 408, 409, 503 and broken',
  'connections again after a `HEAD`. An upload is gone 24 hours after its last byte.',
  '',
  'Failures: NOT_LOGGED_IN, CROSS_SITE, INVALID_INPUT, INSERAT_NOT_FOUND, UPLOAD_NOT_FOUND, UPLOAD_ELSEWHERE, UPLOAD_SLOW, UPLOAD_VERSION, IMAGE_TOO_LARGE,',
  'VIDEO_TOO_LARGE, VIDEOS_REFUSED, TOO_LARGE, WRONG_CONTENT_TYPE, TOO_MANY_UPLOADS, QUOTA_REACHED, STORAGE_FULL, TOO_MANY_ATTEMPTS, MALFORMED.',
  '',
];

const VISITS = [
  '## Telling visits',
  '',
  'Send one `POST .../views` for each visitor who opens the page of an ad or a club (`view`), and one for each press on its telephone, WhatsApp or',
  'homepage. Send it from your server, beside the answer to the visitor, and do not wait for it. `visitor` is 8 to 200 visible ASCII signs without',
  'blanks, the same for the same visitor on one day and saying nobody who it is, such as a hash of address, browser, day and a secret of yours, in',
  'hex. `user_agent` is what the visitor',
  `calls itself. Neither is kept. The same by the same visitor within ${VISIT_ONCE_MINUTES} minutes counts once, and programs are not counted; the answer is 202 all the`,
  `same. At most ${VISITS_PER_MINUTE.toLocaleString('en')} in a minute, beside the other calls. What is no longer shown is 404.`,
  '',
];

const BANNERS = [
  '## Addresses of banners',
  '',
  'Open to everybody, without a key and without cookies. A token names one showing of a banner and is good for 24 hours.',
  '',
  '| Address | What it does |',
  '|---|---|',
  '| `GET` or `POST /b/v/<token>` (`impression_url`) | counts a view, once; returns an invisible picture. 410 when the token is old or the banner over |',
  '| `GET /b/c/<token>` (`click_url`) | counts a click, once, and leads (303) to the stored address of the banner and nowhere else; an old token leads and does not count. 410 with a page when the banner is over |',
  '| `GET /embed/<website>/<place>.js` | a script that draws the place where it stands (`a3`: over the page, once for each visitor and day); empty when nothing runs |',
  '| `GET /embed/<website>/<place>` | the framed page of the place, without a script |',
  '',
  'A changed token, or anything added to its address, is 400. Programs, prefetches and `HEAD` are answered and not counted, and neither is what one',
  'address requests beyond 600 in a minute. `samtrot website embed NAME` prints what a website puts into its pages. Its policy needs',
  '`script-src <portal>; frame-src <portal>` and nothing more.',
  '',
];

const audienceOf = ({ operation }: Call) => AUDIENCE[operation['x-samtrot-audience']];

/** The only call with its own address. */
const lookupSection = (operation: Operation): string[] => [
  `### GET ${LOOKUP_PATH}`,
  '',
  operation.summary,
  '',
  ...limitLines(operation),
  '',
  ...parameterTable(parametersOf(operation)),
  'Answer: `[]` or `[{"exists": true}]`.',
  '',
  failureLine(operation),
  '',
];

const actionSection = (call: Call): string[] => [
  `### ${nameOf(call)}`,
  '',
  call.operation.summary,
  '',
  `${call.method} \`${call.path}\`, open to ${audienceOf(call)}.`,
  ...limitLines(call.operation),
  ...keyLines(call.operation),
  '',
  ...parameterTable(parametersOf(call.operation)),
  ...responseTable(call.operation),
  failureLine(call.operation),
  '',
];

const partnerSection = ({ path, method, operation }: Call): string[] => [
  `### ${method} ${path}`,
  '',
  operation.summary,
  '',
  ...parameterTable([...(operation.parameters ?? []), ...bodyMembers(operation)]),
  ...responseTable(operation),
];

function limitLines(operation: Operation): string[] {
  const freeCalls = operation['x-samtrot-free-calls-without-proof'];
  return [
    ...(operation['x-samtrot-limits'] ?? []).map(
      ({ per, shared, attempts, seconds }) =>
        `At most ${attempts} in ${seconds} s ${counted(per)}${shared ? `, all calls about a ${shared} together` : ''}.`,
    ),
    ...(freeCalls === undefined
      ? []
      : [
          `Beyond ${freeCalls} an hour per address it takes \`proof\` (or the header \`X-Proof\`): the answer to a challenge of [proof_challenge](#proof_challenge).`,
        ]),
  ];
}

const counted = (per: Limit['per']) => {
  if (per === 'everybody') return 'by all callers together';
  return `per ${typeof per === 'string' ? per : `value of \`${per.field}\``}`;
};

function keyLines(operation: Operation): string[] {
  if (!operation.parameters?.some(({ name }) => name === 'Idempotency-Key')) return [];
  const without = operation['x-samtrot-no-key-with'];
  const unless = without ? `, which means nothing with \`${without.join(': ')}\`` : '';
  return [`Takes an [Idempotency-Key](#idempotency-key)${unless}.`];
}

function failureLine({ responses }: Operation): string {
  const codes = Object.values(responses).flatMap(({ content }) => {
    const [, listed] = (content?.['application/json']?.schema.allOf ?? []) as JsonObject[];
    return listed ? (listed.properties as { code: { enum: string[] } }).code.enum : [];
  });
  const own = codes.filter((code) => code !== 'INTERNAL').toSorted();
  return `Failures: ${own.join(', ')}.`;
}

/** The parameters of a call, from its body or query. */
const parametersOf = (operation: Operation): JsonObject[] =>
  operation.requestBody ? bodyMembers(operation) : (operation.parameters ?? []);

/** The members of its JSON body, if any. */
const bodyMembers = ({ requestBody }: Operation): JsonObject[] =>
  requestBody ? membersOf(requestBody.content['application/json']!.schema) : [];

const membersOf = ({ properties = {}, required = [] }: JsonObject): JsonObject[] =>
  Object.entries(properties as JsonObject).map(([name, schema]) => ({
    name,
    required: (required as string[]).includes(name),
    schema: schema!,
  }));

const parameterTable = (parameters: JsonObject[]): string[] =>
  parameters.length === 0
    ? []
    : [
        '| Parameter | Type | Required |',
        '|---|---|---|',
        ...parameters.map(
          ({ name, schema, required }) =>
            `| \`${name}\` | ${typeOf(schema as JsonObject)} | ${required ? 'yes' : 'no'} |`,
        ),
        '',
      ];

function responseTable({ responses }: Operation): string[] {
  const { schema } = (responses['200'] ?? responses['202'])!.content!['application/json']!;
  return [
    `Answer: ${membersOf(schema)
      .map(({ name, schema }) => `\`${name}\` (${typeOf(schema as JsonObject)})`)
      .join(', ')}.`,
    '',
  ];
}

/** A short type; the document has it in full. */
function typeOf(schema: JsonObject): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum)
    return (schema.enum as Json[]).map((value) => `\`${JSON.stringify(value)}\``).join(' or ');
  if (schema.anyOf) return [...new Set((schema.anyOf as JsonObject[]).map(typeOf))].join(' or ');
  if (schema.type === 'array') return `list of ${typeOf((schema.items ?? {}) as JsonObject)}`;
  return typeof schema.type === 'string' ? schema.type : 'any';
}
