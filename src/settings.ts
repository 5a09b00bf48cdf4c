import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { PUBLIC_DEMO_PASSWORD } from './demo-access.ts'
import { isDatabaseUrl } from './platform/database-hosts.ts'
import { incomingMailSettings } from './incoming-mail-settings.ts'
import { operatorSettings } from './operator-settings.ts'
import { decoded, isDsn, isOrigin, isTwoOrigins, isUrl, wholeNumber } from './setting-checks.ts'
import { storageSettings } from './storage-settings.ts'

const yesOrNo = z.stringbool({ error: 'true or false' })

const httpsUrl = z.string().refine((value) => !/\s/.test(value) && isUrl(value, ['https:']), 'a full https:// address')

const uri = (protocols: string[]) =>
	z.string().refine((value) => !/\s/.test(value) && isUrl(value, protocols), `an address that begins with ${protocols.join(' or ')}`)

const secret = { secret: true }

/** All settings: name, form, default and meaning. The README's table is made from it. */
const settings = {
	PORT: wholeNumber(1, 65535).default(3000).describe('Port that the site listens on.'),
	HOST: z
		.string()
		.regex(/^[A-Za-z0-9.:_-]{1,253}$/, 'a host name or an IP address')
		.optional()
		.describe(
			'Address to listen on. When unset: a demo at a `PUBLIC_URL` of this machine on its loopback addresses only, any other site on every address.',
		),
	PUBLIC_URL: z
		.string()
		.refine(isOrigin, 'an origin such as https://shirube.example, without a path')
		.transform((value) => new URL(value).origin)
		.optional()
		.describe('Origin under which visitors reach the site. `http://localhost:PORT` when unset.'),
	SITE_NAME: z
		.string()
		.min(1, 'a name of 1 to 40 characters')
		.max(40, 'a name of 1 to 40 characters')
		.default('しるべ')
		.describe('Product name shown on every page and in mails.'),
	DATA_DIR: z.string().default('./data').describe('Folder of the embedded database and of uploaded files.'),
	DATABASE_URL: z
		.string()
		.refine((value) => isDatabaseUrl(value), 'an address such as postgresql://user:password@host:5432/name')
		.optional()
		.meta(secret)
		.describe(
			'Uses this PostgreSQL (18 or newer) instead of the embedded one. Several hosts (`a:5432,b:5432`) are searched for the one that takes writes.',
		),
	DATABASE_DIRECT_URL: z
		.string()
		.refine((value) => isDatabaseUrl(value), 'an address such as postgresql://user:password@host:5432/name')
		.optional()
		.meta(secret)
		.describe(
			'The same database past the pooler that `DATABASE_URL` names (PgBouncer 1.21 or newer in transaction mode): for LISTEN, the queue, migrations and backups.',
		),
	DATABASE_REPLICA_URLS: z
		.string()
		.transform((value) => value.split(','))
		.refine((urls) => urls.every(isDatabaseUrl), 'addresses such as postgresql://user:password@host:5432/name, parted by commas')
		.optional()
		.meta(secret)
		.describe(
			'Replicas of the database of `DATABASE_URL`, parted by commas: what is the same for everyone (pages of visitors, lists, searches) is read from those that are not behind.',
		),
	PROCESS_ROLE: z
		.enum(['both', 'web', 'worker'], { error: 'both, web or worker' })
		.default('both')
		.describe(
			'`web` answers visitors, `worker` does the jobs of the queue and answers health checks only. Other than `both` needs `DATABASE_URL`.',
		),
	WEB_PROCESSES: wholeNumber(1, 64)
		.default(1)
		.describe(
			'How many processes serve the site behind `PORT`, one for each core that it may use; the first of them does the jobs. Each has `DATABASE_POOL_SIZE` and `PAGE_CACHE_MB` for itself.',
		),
	DRAIN_SECONDS: wholeNumber(0, 60)
		.default(0)
		.describe(
			'How long a process that is to stop goes on serving while /readyz says that it stops: longer than the interval at which a load balancer asks.',
		),
	DATABASE_POOL_SIZE: wholeNumber(2, 200)
		.default(10)
		.describe(
			'Database connections for pages that one process keeps at most. It has up to 13 more for search, jobs, health checks, the queue and notices.',
		),
	SEED_DEMO: yesOrNo
		.optional()
		.describe(
			'Fills an empty database with demo offices, experts and reviews. `true` with the embedded database, `false` with `DATABASE_URL`.',
		),
	DEMO_PASSWORD: z
		.string()
		.min(12, 'a password of 12 to 128 characters')
		.max(128, 'a password of 12 to 128 characters')
		.refine((value) => value !== PUBLIC_DEMO_PASSWORD, 'another password than that of the README')
		.optional()
		.meta(secret)
		.describe(
			'Password of the demo accounts where a demo can be reached from other machines; needed with demo content and a `HOST` that is not a loopback address. The demo then shows neither passwords nor mails.',
		),
	INSTANCE_ID: z
		.string()
		.regex(/^[A-Za-z0-9._-]{1,64}$/, 'a name of 1 to 64 letters, digits, dots, hyphens and underscores')
		.optional()
		.describe('Name of this process in the answer of /healthz, to tell processes behind one address apart. Not shown when unset.'),
	METRICS_PORT: wholeNumber(1, 65535).optional().describe('Serves Prometheus figures at /metrics on this port, without a token.'),
	METRICS_HOST: z
		.string()
		.regex(/^[A-Za-z0-9.:_-]{1,253}$/, 'a host name or an IP address')
		.optional()
		.describe('Address that `METRICS_PORT` listens on. The loopback addresses when unset.'),
	METRICS_TOKEN: z
		.string()
		.min(16, 'a token of 16 characters or more')
		.optional()
		.meta(secret)
		.describe('Serves /metrics on the main port to callers that send this bearer token.'),
	OTEL_EXPORTER_OTLP_ENDPOINT: z
		.string()
		.refine((value) => isUrl(value, ['http:', 'https:']) && !/[?#]/.test(value), 'an address such as http://127.0.0.1:4318')
		.transform((value) => value.replace(/\/+$/, ''))
		.optional()
		.describe(
			'Sends traces and the figures of /metrics to this OpenTelemetry collector (OTLP over HTTP, below `/v1`). Nothing of it is loaded when unset.',
		),
	OTEL_EXPORTER_OTLP_HEADERS: z
		.string()
		.regex(/^[\w-]+=[^,]*(?:,[\w-]+=[^,]*)*$/, 'names and values such as authorization=Bearer%20abc,tenant=1')
		.transform((value) => Object.fromEntries(value.split(',').map((pair) => pair.split(/=(.*)/s, 2).map(decoded) as [string, string])))
		.default({})
		.meta(secret)
		.describe('Headers of these requests, as `name=value` parted by commas.'),
	OTEL_TRACES_SAMPLER_ARG: z
		.string()
		.regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/, 'a number from 0 to 1')
		.transform(Number)
		.default(1)
		.describe('How many of the traces are recorded, from 0 to 1. Requests that a trusted proxy has sampled always are.'),
	OTEL_SERVICE_NAME: z
		.string()
		.min(1, 'a name of 1 to 64 characters')
		.max(64, 'a name of 1 to 64 characters')
		.default('shirube')
		.describe('Name of the site in traces and figures that are sent.'),
	SENTRY_DSN: z
		.string()
		.refine(isDsn, 'an address such as https://key@errors.example/1')
		.optional()
		.meta(secret)
		.describe('Reports errors of the site, without personal data, to this service (Sentry or one that is compatible with it).'),
	LOG_LEVEL: z
		.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'fatal, error, warn, info, debug, trace or silent' })
		.default('info')
		.describe('Least severity that is logged.'),
	TRUST_PROXY: wholeNumber(0, 10)
		.default(0)
		.describe('How many proxies stand in front and set X-Forwarded-For and X-Forwarded-Proto. 0 ignores these headers.'),
	LISTING_URL: httpsUrl
		.optional()
		.describe(
			'Where the header’s button for listing one’s office leads. The site’s own registration of experts when unset; the footer’s link is hidden then.',
		),
	CORPORATE_URL: httpsUrl.optional().describe('Company site in the footer. Hidden when unset.'),
	SERVICE_PLAN_URL: httpsUrl.optional().describe('Page of the service plans in the footer. Hidden when unset.'),
	FAQ_URL: httpsUrl.optional().describe('Outside FAQ in the footer. Hidden when unset.'),
	CONTACT_URL: httpsUrl.optional().describe('Outside contact form in the footer. Hidden when unset.'),
	MEDIA_SITE_URL: httpsUrl.optional().describe('Outside media site in the footer. Hidden when unset.'),
	ANALYTICS: z
		.enum(['none', 'ga4', 'plausible'], { error: 'none, ga4 or plausible' })
		.default('none')
		.describe(
			'Analytics in the browser: `ga4` once a visitor has agreed, `plausible` without cookies and without asking. Listed on /privacy.',
		),
	GA4_MEASUREMENT_ID: z
		.string()
		.regex(/^G-[A-Z0-9]{4,20}$/, 'an id such as G-ABCDE12345')
		.optional()
		.describe('Needed with `ANALYTICS=ga4`.'),
	PLAUSIBLE_SRC: httpsUrl.optional().describe('Address of the script, needed with `ANALYTICS=plausible`.'),
	PLAUSIBLE_DOMAIN: z
		.string()
		.regex(/^[a-z0-9.-]{1,253}$/, 'a domain name')
		.optional()
		.describe('Site name at the Plausible-compatible service, needed with `ANALYTICS=plausible`.'),
	SECRET_KEY: z
		.string()
		.min(32, 'a secret of 32 characters or more')
		.optional()
		.meta(secret)
		.describe(
			'Encrypts signing keys and waiting mails in the database, and documents of cases. Kept in `DATA_DIR/secret.key` when unset; set it to run several machines.',
		),
	HIDE_ACCOUNT_EXISTENCE: yesOrNo
		.default(false)
		.describe(
			'Lets sign-up, password reset, change of address and provider sign-in answer alike for addresses that are registered and those that are not.',
		),
	SESSION_IDLE_DAYS: wholeNumber(1, 5)
		.default(3)
		.describe(
			'Ends sessions that were not used for so many days. All end 5 days after they were last renewed, those of staff after 12 hours or an hour without use.',
		),
	SMTP_URL: z
		.string()
		.refine((value) => isUrl(value, ['smtp:', 'smtps:']), 'an address such as smtps://user:password@mail.example:465')
		.optional()
		.meta(secret)
		.describe('Sends mail through this server. Mails become files in `DATA_DIR/mail` when unset.'),
	MAIL_FROM: z
		.string()
		.regex(/^[^\s@<>"]+@[^\s@<>"]+$/, 'a mail address')
		.optional()
		.describe('Sender of all mails, needed with `SMTP_URL`.'),
	...incomingMailSettings,
	GOOGLE_CLIENT_ID: z
		.string()
		.optional()
		.describe(
			'OAuth client for signing in with Google. When unset the button is hidden; a demo on one’s own machine shows a sign-in page of its own.',
		),
	GOOGLE_CLIENT_SECRET: z.string().optional().meta(secret).describe('Needed with `GOOGLE_CLIENT_ID`.'),
	GOOGLE_ISSUER: z
		.string()
		.refine(isOrigin, 'an origin such as https://accounts.google.com')
		.transform((value) => new URL(value).origin)
		.default('https://accounts.google.com')
		.describe('OpenID issuer behind the Google button; another one is of use in tests only.'),
	FACEBOOK_APP_ID: z.string().optional().describe('App for signing in with Facebook; the button is hidden when unset.'),
	FACEBOOK_APP_SECRET: z.string().optional().meta(secret).describe('Needed with `FACEBOOK_APP_ID`.'),
	FACEBOOK_SERVERS: z
		.string()
		.refine(isTwoOrigins, 'two origins with a comma between')
		.default('https://www.facebook.com,https://graph.facebook.com')
		.describe('Facebook’s dialog and Graph servers; others are of use in tests only.'),
	LINE_CHANNEL_ID: z
		.string()
		.regex(/^\d{5,20}$/, 'the number of a channel')
		.optional()
		.describe('Channel of LINE Login for signing in with LINE, allowed to ask for mail addresses; the button is hidden when unset.'),
	LINE_CHANNEL_SECRET: z.string().optional().meta(secret).describe('Needed with `LINE_CHANNEL_ID`.'),
	LINE_SERVERS: z
		.string()
		.refine(isTwoOrigins, 'two origins with a comma between')
		.default('https://access.line.me,https://api.line.me')
		.describe('LINE’s dialog and API servers; others are of use in tests only.'),
	LINE_MESSAGING_TOKEN: z
		.string()
		.min(20, 'a channel access token')
		.optional()
		.meta(secret)
		.describe(
			'Long-lived access token of a Messaging API channel, for notices by LINE to people who sign in with LINE. Its channel belongs to the provider of `LINE_CHANNEL_ID`. Nothing of it shows when unset.',
		),
	LINE_MESSAGING_SECRET: z
		.string()
		.min(16, 'the secret of a channel')
		.optional()
		.meta(secret)
		.describe('Secret of that channel, which signs its webhook `/webhooks/line`. Needed with `LINE_MESSAGING_TOKEN`.'),
	LINE_BOT_ID: z
		.string()
		.regex(/^@[a-z0-9._-]{3,20}$/, 'an id such as @123abcde')
		.optional()
		.describe('Basic or premium id of that account, by which people add it as a friend. Needed with `LINE_MESSAGING_TOKEN`.'),
	STRIPE_SECRET_KEY: z
		.string()
		.regex(/^(?:sk|rk)_(?:test|live)_[A-Za-z0-9]{8,240}$/, 'a key such as sk_live_…')
		.optional()
		.meta(secret)
		.describe('Secret key of a Stripe account. Paid plans can then be paid by card; nothing of it shows when unset.'),
	STRIPE_WEBHOOK_SECRET: z
		.string()
		.regex(/^whsec_[A-Za-z0-9+/=]{8,240}$/, 'a secret such as whsec_…')
		.optional()
		.meta(secret)
		.describe('Signing secret of the webhook endpoint `/webhooks/stripe`, needed with `STRIPE_SECRET_KEY`.'),
	STRIPE_API: z
		.string()
		.refine(isOrigin, 'an origin such as https://api.stripe.com')
		.transform((value) => new URL(value).origin)
		.default('https://api.stripe.com')
		.describe('Stripe’s server; another one is of use in tests only.'),
	WEBHOOK_INTERNAL_HOSTS: z
		.string()
		.regex(/^[A-Za-z0-9.:-]{1,253}(?:,[A-Za-z0-9.:-]{1,253}){0,49}$/, 'host names parted by commas')
		.transform((value) => value.toLowerCase().split(','))
		.optional()
		.describe(
			'Hosts that webhooks may be sent to although their addresses are private, also without TLS. Unset, webhooks go to public https addresses only.',
		),
	VAPID_PUBLIC_KEY: z
		.string()
		.regex(/^[\w-]{87}$/, 'a public key of P-256 in base64url')
		.optional()
		.describe('Public key that pushes to browsers are signed with, needed with `VAPID_PRIVATE_KEY`.'),
	VAPID_PRIVATE_KEY: z
		.string()
		.regex(/^[\w-]{43}$/, 'a private key of P-256 in base64url')
		.optional()
		.meta(secret)
		.describe('Private key of `VAPID_PUBLIC_KEY`. A pair is made and kept encrypted in the database when unset.'),
	...storageSettings,
	WAL_ARCHIVE_TO: z
		.string()
		.optional()
		.describe(
			'Folder, on another disk or machine, for everything that the embedded database writes, so that it can be restored to any second. `BACKUP_KEEP` base copies stay, one of each night.',
		),
	SECRET_KEY_LOST: yesOrNo
		.default(false)
		.describe(
			'Lets the site start with a key that does not fit its data. For one start, when the key is lost: second factors, waiting mails, links that were sent and documents of cases are lost then.',
		),
	SECURITY_CONTACT: uri(['mailto:', 'https:', 'tel:'])
		.optional()
		.describe('Where to report vulnerabilities, such as `mailto:security@shirube.example`. Serves /.well-known/security.txt when set.'),
	SECURITY_POLICY: httpsUrl.optional().describe('Page with the rules for reports, named in security.txt.'),
	SECURITY_ENCRYPTION: uri(['https:', 'openpgp4fpr:', 'dns:'])
		.optional()
		.describe('Where the key for encrypted reports is, named in security.txt.'),
	...operatorSettings,
	PAGE_CACHE_MB: wholeNumber(0, 4096)
		.default(128)
		.describe('Memory for the cache of pages for visitors; pages without compression take a quarter of it more. 0 turns it off.'),
}

export type SettingName = keyof typeof settings

export const settingNames = Object.keys(settings) as SettingName[]

export type Settings = z.output<z.ZodObject<typeof settings>>

/** Reads every setting; an empty string counts as unset. Throws `ConfigError`. */
export function readSettings(env: Record<string, string | undefined>): Settings {
	const given: Record<string, string> = {}
	for (const name of settingNames) {
		const value = env[name]?.trim()
		if (value) given[name] = value
	}
	const parsed = z.object(settings).safeParse(given)
	if (parsed.success) return parsed.data
	const issue = parsed.error.issues[0]
	const name = String(issue?.path[0]) as SettingName
	const shown = settings[name].meta()?.['secret'] ? '' : `, not "${given[name] ?? ''}"`
	throw new ConfigError(name, `The setting ${name} must be ${issue?.message}${shown}.`)
}

/** The README's table of settings, as Markdown; a test holds the README to it. */
export function settingsTable(): string {
	const rows = Object.entries(settings).map(([name, schema]) => {
		const initial =
			schema instanceof z.ZodDefault && typeof schema.def.defaultValue !== 'object' ? `\`${String(schema.def.defaultValue)}\`` : ''
		return `| \`${name}\` | ${initial} | ${schema.description ?? ''} |`
	})
	return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n')
}
