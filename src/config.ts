import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { decideDemoAccess, DEMO_ISSUER_PATH, hostsOf, LOOPBACK, PUBLIC_DEMO_PASSWORD } from './demo-access.ts'
import { operatorOf, type OperatorConfig, operatorSettings } from './operator-settings.ts'

const wholeNumber = (min: number, max: number) => {
	const expected = `a whole number from ${min} to ${max}`
	return z
		.string()
		.regex(/^\d{1,9}$/, expected)
		.transform(Number)
		.refine((value) => value >= min && value <= max, expected)
}

const yesOrNo = z.stringbool({ error: 'true or false' })

const httpsUrl = z.string().refine((value) => !/\s/.test(value) && isUrl(value, ['https:']), 'a full https:// address')

const uri = (protocols: string[]) =>
	z.string().refine((value) => !/\s/.test(value) && isUrl(value, protocols), `an address that begins with ${protocols.join(' or ')}`)

const secret = { secret: true }

/** The whole list of settings: name, form, default and meaning. The README's table is made from it. */
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
		.refine((value) => isUrl(value, ['postgres:', 'postgresql:']), 'an address such as postgresql://user:password@host:5432/name')
		.optional()
		.meta(secret)
		.describe('Uses this PostgreSQL (18 or newer) instead of the embedded one.'),
	DATABASE_POOL_SIZE: wholeNumber(2, 200).default(10).describe('Database connections that one process keeps at most.'),
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
			'Encrypts signing keys and waiting mails in the database. Kept in `DATA_DIR/secret.key` when unset; set it to run several machines.',
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
	S3_ENDPOINT: z
		.string()
		.refine(isOrigin, 'an origin such as https://s3.ap-northeast-1.amazonaws.com')
		.transform((value) => new URL(value).origin)
		.optional()
		.describe('Keeps pictures and documents in a bucket of this S3-compatible service. They lie in `DATA_DIR/files` when unset.'),
	S3_BUCKET: z
		.string()
		.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')
		.optional()
		.describe('Needed with `S3_ENDPOINT`. A private bucket that belongs to this site alone.'),
	S3_REGION: z
		.string()
		.regex(/^[a-z0-9-]{2,30}$/, 'a region such as ap-northeast-1')
		.default('us-east-1')
		.describe('Region that requests to `S3_ENDPOINT` are signed for.'),
	S3_ACCESS_KEY_ID: z.string().optional().describe('Needed with `S3_ENDPOINT`.'),
	S3_SECRET_ACCESS_KEY: z.string().optional().meta(secret).describe('Needed with `S3_ENDPOINT`.'),
	SECURITY_CONTACT: uri(['mailto:', 'https:', 'tel:'])
		.optional()
		.describe('Where to report vulnerabilities, such as `mailto:security@shirube.example`. Serves /.well-known/security.txt when set.'),
	SECURITY_POLICY: httpsUrl.optional().describe('Page with the rules for reports, named in security.txt.'),
	SECURITY_ENCRYPTION: uri(['https:', 'openpgp4fpr:', 'dns:'])
		.optional()
		.describe('Where the key for encrypted reports is, named in security.txt.'),
	...operatorSettings,
	PAGE_CACHE_MB: wholeNumber(0, 4096).default(32).describe('Memory for the cache of pages for visitors. 0 turns it off.'),
}

export type SettingName = keyof typeof settings

export const settingNames = Object.keys(settings) as SettingName[]

export type Analytics = { kind: 'none' } | { kind: 'ga4'; measurementId: string } | { kind: 'plausible'; src: string; domain: string }

export type OutsideLinks = {
	listing: string | undefined
	corporate: string | undefined
	servicePlan: string | undefined
	faq: string | undefined
	contact: string | undefined
	media: string | undefined
}

export type Config = OperatorConfig & {
	port: number
	/** Undefined listens on every address. Of several, those of a family that the machine lacks are left out. */
	hosts: readonly string[] | undefined
	/** Origin without a trailing slash. */
	publicUrl: string
	siteName: string
	/** Absolute path. */
	dataDir: string
	/** Undefined means the embedded database. */
	databaseUrl: string | undefined
	databasePoolSize: number
	/** Whether an empty database is filled with demo content. */
	demo: boolean
	/**
	 * Whether there are accounts with a known password and a mailbox that everyone may read: a demo that listens on loopback
	 * addresses only, under a PUBLIC_URL of this machine.
	 */
	openDemo: boolean
	/** Password of the demo accounts in a demo that is not open; null where there are no such accounts. */
	demoPassword: string | null
	/** Reported by /healthz when set. */
	instanceId: string | undefined
	metrics: { port: number | undefined; hosts: readonly string[]; token: string | undefined }
	/** For security.txt, which does not exist without a contact. */
	security: { contact: string | undefined; policy: string | undefined; encryption: string | undefined }
	logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
	/** Number of trusted proxies in front. */
	trustProxy: number
	links: OutsideLinks
	analytics: Analytics
	pageCacheBytes: number
	/** Undefined means the file in `dataDir`. */
	secretKey: string | undefined
	hideAccountExistence: boolean
	sessionIdleDays: number
	/** Without `smtpUrl` mails become files. */
	mail: { smtpUrl: string | undefined; from: string }
	/** Null means files in `dataDir`. */
	s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | null
	google: { clientId: string; clientSecret: string; issuer: string } | null
	facebook: { appId: string; appSecret: string; dialogOrigin: string; graphOrigin: string } | null
}

/** Reads every setting from `env`; an empty string counts as unset. Throws `ConfigError`. */
export function loadConfig(env: Record<string, string | undefined>): Config {
	const given: Record<string, string> = {}
	for (const name of settingNames) {
		const value = env[name]?.trim()
		if (value) given[name] = value
	}
	const parsed = z.object(settings).safeParse(given)
	if (!parsed.success) {
		const issue = parsed.error.issues[0]
		const name = String(issue?.path[0]) as SettingName
		const shown = settings[name].meta()?.['secret'] ? '' : `, not "${given[name] ?? ''}"`
		throw new ConfigError(name, `The setting ${name} must be ${issue?.message}${shown}.`)
	}
	const values = parsed.data
	if (values.METRICS_PORT === values.PORT) throw new ConfigError('METRICS_PORT', 'The setting METRICS_PORT must differ from PORT.')
	const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
	const demo = values.SEED_DEMO ?? values.DATABASE_URL === undefined
	const { hosts, openDemo, demoPassword } = decideDemoAccess(values, { demo, publicUrl })
	return {
		port: values.PORT,
		hosts,
		publicUrl,
		siteName: values.SITE_NAME,
		dataDir: path.resolve(values.DATA_DIR),
		databaseUrl: values.DATABASE_URL,
		databasePoolSize: values.DATABASE_POOL_SIZE,
		demo,
		openDemo,
		demoPassword,
		instanceId: values.INSTANCE_ID,
		metrics: { port: values.METRICS_PORT, hosts: hostsOf(values.METRICS_HOST) ?? LOOPBACK, token: values.METRICS_TOKEN },
		security: { contact: values.SECURITY_CONTACT, policy: values.SECURITY_POLICY, encryption: values.SECURITY_ENCRYPTION },
		logLevel: values.LOG_LEVEL,
		trustProxy: values.TRUST_PROXY,
		links: {
			listing: values.LISTING_URL,
			corporate: values.CORPORATE_URL,
			servicePlan: values.SERVICE_PLAN_URL,
			faq: values.FAQ_URL,
			contact: values.CONTACT_URL,
			media: values.MEDIA_SITE_URL,
		},
		...operatorOf(values, demo),
		analytics: analyticsOf(values),
		pageCacheBytes: values.PAGE_CACHE_MB * 1024 * 1024,
		secretKey: values.SECRET_KEY,
		hideAccountExistence: values.HIDE_ACCOUNT_EXISTENCE,
		sessionIdleDays: values.SESSION_IDLE_DAYS,
		mail: {
			smtpUrl: values.SMTP_URL,
			from:
				values.SMTP_URL === undefined
					? (values.MAIL_FROM ?? 'no-reply@localhost.example')
					: needed('SMTP_URL', 'MAIL_FROM', values.MAIL_FROM),
		},
		s3:
			values.S3_ENDPOINT === undefined
				? null
				: {
						endpoint: values.S3_ENDPOINT,
						bucket: needed('S3_ENDPOINT', 'S3_BUCKET', values.S3_BUCKET),
						region: values.S3_REGION,
						accessKeyId: needed('S3_ENDPOINT', 'S3_ACCESS_KEY_ID', values.S3_ACCESS_KEY_ID),
						secretAccessKey: needed('S3_ENDPOINT', 'S3_SECRET_ACCESS_KEY', values.S3_SECRET_ACCESS_KEY),
					},
		google:
			values.GOOGLE_CLIENT_ID === undefined
				? openDemo
					? { clientId: 'demo', clientSecret: randomBytes(24).toString('base64url'), issuer: `${publicUrl}${DEMO_ISSUER_PATH}` }
					: null
				: {
						clientId: values.GOOGLE_CLIENT_ID,
						clientSecret: needed('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', values.GOOGLE_CLIENT_SECRET),
						issuer: values.GOOGLE_ISSUER,
					},
		facebook:
			values.FACEBOOK_APP_ID === undefined
				? null
				: {
						appId: values.FACEBOOK_APP_ID,
						appSecret: needed('FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET', values.FACEBOOK_APP_SECRET),
						...facebookServers(values.FACEBOOK_SERVERS),
					},
	}
}

/** The value of a setting that another one calls for. */
function needed(because: SettingName, name: SettingName, value: string | undefined): string {
	if (value === undefined) throw new ConfigError(name, `The setting ${name} is needed with ${because}.`)
	return value
}

function facebookServers(text: string): { dialogOrigin: string; graphOrigin: string } {
	const [dialogOrigin = '', graphOrigin = ''] = text.split(',').map((address) => new URL(address).origin)
	return { dialogOrigin, graphOrigin }
}

/** The README's table of settings, as Markdown; a test holds the README to it. */
export function settingsTable(): string {
	const rows = Object.entries(settings).map(([name, schema]) => {
		const initial = schema instanceof z.ZodDefault ? `\`${String(schema.def.defaultValue)}\`` : ''
		return `| \`${name}\` | ${initial} | ${schema.description ?? ''} |`
	})
	return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n')
}

function analyticsOf(values: {
	ANALYTICS: 'none' | 'ga4' | 'plausible'
	GA4_MEASUREMENT_ID?: string | undefined
	PLAUSIBLE_SRC?: string | undefined
	PLAUSIBLE_DOMAIN?: string | undefined
}): Analytics {
	const needed = (name: SettingName, value: string | undefined) => {
		if (value === undefined) throw new ConfigError(name, `The setting ${name} is needed with ANALYTICS=${values.ANALYTICS}.`)
		return value
	}
	if (values.ANALYTICS === 'ga4') return { kind: 'ga4', measurementId: needed('GA4_MEASUREMENT_ID', values.GA4_MEASUREMENT_ID) }
	if (values.ANALYTICS === 'plausible')
		return {
			kind: 'plausible',
			src: needed('PLAUSIBLE_SRC', values.PLAUSIBLE_SRC),
			domain: needed('PLAUSIBLE_DOMAIN', values.PLAUSIBLE_DOMAIN),
		}
	return { kind: 'none' }
}

function isUrl(value: string, protocols: string[]): boolean {
	return URL.canParse(value) && protocols.includes(new URL(value).protocol)
}

function isTwoOrigins(value: string): boolean {
	const origins = value.split(',')
	return origins.length === 2 && origins.every(isOrigin)
}

function isOrigin(value: string): boolean {
	if (!isUrl(value, ['http:', 'https:'])) return false
	const url = new URL(value)
	return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
}
