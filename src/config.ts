import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { ConfigError } from './config-error.ts'
import { decideDemoAccess, DEMO_ISSUER_PATH, hostsOf, LOOPBACK } from './demo-access.ts'
import { operatorOf, type OperatorConfig } from './operator-settings.ts'
import type { TelemetrySettings } from './platform/telemetry/open-telemetry.ts'
import type { BackupTarget } from './platform/backup/backup-place.ts'
import type { S3Settings } from './platform/s3-client.ts'
import { readSettings, type SettingName, type Settings } from './settings.ts'
import { BUCKET_ADDRESS } from './storage-settings.ts'

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
	/** A pooler in transaction mode in front of it, for statements of pages and jobs; null without one. */
	databasePoolerUrl: string | null
	/** Replicas that take over what is the same for everyone. */
	databaseReplicaUrls: readonly string[]
	databasePoolSize: number
	role: 'both' | 'web' | 'worker'
	/** Processes that serve the site behind one port. */
	webProcesses: number
	drainSeconds: number
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
	/** Null sends no traces and figures to a collector. */
	telemetry: TelemetrySettings | null
	/** Where errors are reported to. */
	sentryDsn: string | undefined
	logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
	/** Number of trusted proxies in front. */
	trustProxy: number
	links: OutsideLinks
	analytics: Analytics
	pageCacheBytes: number
	/** Undefined means the file in `dataDir`. */
	secretKey: string | undefined
	isSecretKeyLost: boolean
	/** Null makes no backups. */
	backup: { to: BackupTarget; keep: number; passphrase: string | undefined } | null
	/** Where the embedded database archives what it writes; null without. */
	walArchive: { root: string; keep: number } | null
	hideAccountExistence: boolean
	sessionIdleDays: number
	/** Without `smtpUrl` mails become files. */
	mail: { smtpUrl: string | undefined; from: string; reportToken: string | undefined }
	/** Null means that nobody answers by mail. */
	inboundMail: { domain: string; secret: string; authservId: string | null } | null
	/** Null sells by invoice alone. */
	stripe: { secretKey: string; webhookSecret: string; api: string } | null
	/** Null keeps a pair in the database. */
	vapidKeys: { publicKey: string; privateKey: string } | null
	/** Host names that webhooks reach at private addresses. */
	webhookInternalHosts: readonly string[]
	/** Null means files in `dataDir`. */
	s3: S3Settings | null
	google: { clientId: string; clientSecret: string; issuer: string } | null
	facebook: { appId: string; appSecret: string; dialogOrigin: string; graphOrigin: string } | null
	/** Notices by LINE; null without a channel of the Messaging API. */
	lineMessages: { accessToken: string; channelSecret: string; botId: string; apiOrigin: string } | null
	line: { channelId: string; channelSecret: string; dialogOrigin: string; apiOrigin: string } | null
}

/** Reads every setting from `env`; an empty string counts as unset. Throws `ConfigError`. */
export function loadConfig(env: Record<string, string | undefined>): Config {
	const values = readSettings(env)
	checkCombinations(values)
	const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
	const demo = values.SEED_DEMO ?? values.DATABASE_URL === undefined
	const { hosts, openDemo, demoPassword } = decideDemoAccess(values, { demo, publicUrl })
	return {
		port: values.PORT,
		hosts,
		publicUrl,
		siteName: values.SITE_NAME,
		dataDir: path.resolve(values.DATA_DIR),
		databaseUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
		databasePoolerUrl: values.DATABASE_DIRECT_URL === undefined ? null : (values.DATABASE_URL ?? null),
		databaseReplicaUrls: values.DATABASE_REPLICA_URLS ?? [],
		databasePoolSize: values.DATABASE_POOL_SIZE,
		role: values.PROCESS_ROLE,
		webProcesses: values.WEB_PROCESSES,
		drainSeconds: values.DRAIN_SECONDS,
		demo,
		openDemo,
		demoPassword,
		instanceId: values.INSTANCE_ID,
		metrics: { port: values.METRICS_PORT, hosts: hostsOf(values.METRICS_HOST) ?? LOOPBACK, token: values.METRICS_TOKEN },
		security: { contact: values.SECURITY_CONTACT, policy: values.SECURITY_POLICY, encryption: values.SECURITY_ENCRYPTION },
		telemetry: telemetryOf(values),
		sentryDsn: values.SENTRY_DSN,
		logLevel: values.LOG_LEVEL,
		trustProxy: values.TRUST_PROXY,
		links: linksOf(values),
		...operatorOf(values, demo),
		analytics: analyticsOf(values),
		pageCacheBytes: values.PAGE_CACHE_MB * 1024 * 1024,
		secretKey: values.SECRET_KEY,
		isSecretKeyLost: values.SECRET_KEY_LOST,
		backup: backupOf(values),
		walArchive: walArchiveOf(values),
		hideAccountExistence: values.HIDE_ACCOUNT_EXISTENCE,
		sessionIdleDays: values.SESSION_IDLE_DAYS,
		mail: mailOf(values),
		inboundMail: inboundMailOf(values),
		stripe: stripeOf(values),
		vapidKeys: vapidKeysOf(values),
		webhookInternalHosts: values.WEBHOOK_INTERNAL_HOSTS ?? [],
		s3: s3Of(values),
		// The demo's own issuer keeps its codes in the memory of one process.
		...accountsElsewhereOf(values, openDemo && values.WEB_PROCESSES === 1 ? `${publicUrl}${DEMO_ISSUER_PATH}` : null),
	}
}

/** Throws `ConfigError` for settings that do not go together. */
function checkCombinations(values: Settings): void {
	if (values.METRICS_PORT === values.PORT) throw new ConfigError('METRICS_PORT', 'The setting METRICS_PORT must differ from PORT.')
	if (values.PROCESS_ROLE !== 'both' && values.DATABASE_URL === undefined)
		throw new ConfigError(
			'DATABASE_URL',
			`The setting DATABASE_URL is needed with PROCESS_ROLE=${values.PROCESS_ROLE}: the embedded database serves one process.`,
		)
	if (values.PROCESS_ROLE === 'worker' && values.WEB_PROCESSES > 1)
		throw new ConfigError('WEB_PROCESSES', 'The setting WEB_PROCESSES is of no use with PROCESS_ROLE=worker: start another worker instead.')
	for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS'] as const)
		if (values[name] !== undefined && values.DATABASE_URL === undefined)
			throw new ConfigError(name, `The setting ${name} is of use beside DATABASE_URL only.`)
}

/** The value of a setting that another one calls for. */
function needed(because: string, name: SettingName, value: string | undefined): string {
	if (value === undefined) throw new ConfigError(name, `The setting ${name} is needed with ${because}.`)
	return value
}

function backupOf(values: Settings): Config['backup'] {
	if (values.BACKUP_TO === undefined) return null
	const [, bucket, prefix = ''] = BUCKET_ADDRESS.exec(values.BACKUP_TO) ?? []
	const to =
		bucket === undefined
			? { folder: path.resolve(values.BACKUP_TO) }
			: { bucket: { ...backupServiceOf(values), bucket, prefix: prefix === '' ? '' : `${prefix}/` } }
	return { to, keep: values.BACKUP_KEEP, passphrase: values.BACKUP_PASSPHRASE }
}

/** The service of a bucket for backups, which may be that of the files. */
function backupServiceOf(values: Settings): Omit<S3Settings, 'bucket'> {
	const files = s3Of(values)
	if (values.BACKUP_S3_ENDPOINT === undefined && files !== null) return files
	return {
		endpoint: needed('BACKUP_TO=s3://…', 'BACKUP_S3_ENDPOINT', values.BACKUP_S3_ENDPOINT),
		region: values.BACKUP_S3_REGION,
		accessKeyId: needed('BACKUP_S3_ENDPOINT', 'BACKUP_S3_ACCESS_KEY_ID', values.BACKUP_S3_ACCESS_KEY_ID),
		secretAccessKey: needed('BACKUP_S3_ENDPOINT', 'BACKUP_S3_SECRET_ACCESS_KEY', values.BACKUP_S3_SECRET_ACCESS_KEY),
	}
}

function walArchiveOf(values: Settings): Config['walArchive'] {
	if (values.WAL_ARCHIVE_TO === undefined) return null
	if (values.DATABASE_URL !== undefined)
		throw new ConfigError(
			'WAL_ARCHIVE_TO',
			'The setting WAL_ARCHIVE_TO is for the embedded database; archive that of DATABASE_URL at its server.',
		)
	if (process.platform === 'win32') throw new ConfigError('WAL_ARCHIVE_TO', 'The setting WAL_ARCHIVE_TO does not work on Windows.')
	return { root: path.resolve(values.WAL_ARCHIVE_TO), keep: values.BACKUP_KEEP }
}

function linksOf(values: Settings): OutsideLinks {
	return {
		listing: values.LISTING_URL,
		corporate: values.CORPORATE_URL,
		servicePlan: values.SERVICE_PLAN_URL,
		faq: values.FAQ_URL,
		contact: values.CONTACT_URL,
		media: values.MEDIA_SITE_URL,
	}
}

function telemetryOf(values: Settings): Config['telemetry'] {
	if (values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null
	return {
		endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
		headers: values.OTEL_EXPORTER_OTLP_HEADERS,
		ratio: values.OTEL_TRACES_SAMPLER_ARG,
		serviceName: values.OTEL_SERVICE_NAME,
	}
}

function mailOf(values: Settings): Config['mail'] {
	const { SMTP_URL: smtpUrl, MAIL_FROM: from, MAIL_REPORT_TOKEN: reportToken } = values
	if (smtpUrl === undefined) return { smtpUrl, from: from ?? 'no-reply@localhost.example', reportToken }
	return { smtpUrl, from: needed('SMTP_URL', 'MAIL_FROM', from), reportToken }
}

function inboundMailOf(values: Settings): Config['inboundMail'] {
	const { INBOUND_MAIL_DOMAIN: domain, INBOUND_MAIL_SECRET: secret, INBOUND_MAIL_AUTHSERV_ID: authservId } = values
	if (domain === undefined) return null
	return { domain, secret: needed('INBOUND_MAIL_DOMAIN', 'INBOUND_MAIL_SECRET', secret), authservId: authservId ?? null }
}

function stripeOf(values: Settings): Config['stripe'] {
	const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API: api } = values
	if (secretKey === undefined) return null
	return { secretKey, webhookSecret: needed('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', webhookSecret), api }
}

function vapidKeysOf({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Settings): Config['vapidKeys'] {
	if (publicKey === undefined && privateKey === undefined) return null
	return {
		publicKey: needed('VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY', publicKey),
		privateKey: needed('VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', privateKey),
	}
}

function s3Of(values: Settings): Config['s3'] {
	if (values.S3_ENDPOINT === undefined) return null
	return {
		endpoint: values.S3_ENDPOINT,
		bucket: needed('S3_ENDPOINT', 'S3_BUCKET', values.S3_BUCKET),
		region: values.S3_REGION,
		accessKeyId: needed('S3_ENDPOINT', 'S3_ACCESS_KEY_ID', values.S3_ACCESS_KEY_ID),
		secretAccessKey: needed('S3_ENDPOINT', 'S3_SECRET_ACCESS_KEY', values.S3_SECRET_ACCESS_KEY),
	}
}

/** Where people have accounts that they sign in with here, or are notified by. */
const accountsElsewhereOf = (values: Settings, demoIssuer: string | null) => ({
	google: googleOf(values, demoIssuer),
	facebook: facebookOf(values),
	line: lineOf(values),
	lineMessages: lineMessagesOf(values),
})

/** `demoIssuer` takes the place of Google in a demo that is open to everyone. */
function googleOf(values: Settings, demoIssuer: string | null): Config['google'] {
	if (values.GOOGLE_CLIENT_ID !== undefined)
		return {
			clientId: values.GOOGLE_CLIENT_ID,
			clientSecret: needed('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', values.GOOGLE_CLIENT_SECRET),
			issuer: values.GOOGLE_ISSUER,
		}
	return demoIssuer === null ? null : { clientId: 'demo', clientSecret: randomBytes(24).toString('base64url'), issuer: demoIssuer }
}

function facebookOf(values: Settings): Config['facebook'] {
	if (values.FACEBOOK_APP_ID === undefined) return null
	const [dialogOrigin, graphOrigin] = originsOf(values.FACEBOOK_SERVERS)
	return {
		appId: values.FACEBOOK_APP_ID,
		appSecret: needed('FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET', values.FACEBOOK_APP_SECRET),
		dialogOrigin,
		graphOrigin,
	}
}

function lineOf(values: Settings): Config['line'] {
	if (values.LINE_CHANNEL_ID === undefined) return null
	const [dialogOrigin, apiOrigin] = originsOf(values.LINE_SERVERS)
	return {
		channelId: values.LINE_CHANNEL_ID,
		channelSecret: needed('LINE_CHANNEL_ID', 'LINE_CHANNEL_SECRET', values.LINE_CHANNEL_SECRET),
		dialogOrigin,
		apiOrigin,
	}
}

/** Only people who have signed in with LINE are known there. */
function lineMessagesOf(values: Settings): Config['lineMessages'] {
	if (values.LINE_MESSAGING_TOKEN === undefined) return null
	needed('LINE_MESSAGING_TOKEN', 'LINE_CHANNEL_ID', values.LINE_CHANNEL_ID)
	return {
		accessToken: values.LINE_MESSAGING_TOKEN,
		channelSecret: needed('LINE_MESSAGING_TOKEN', 'LINE_MESSAGING_SECRET', values.LINE_MESSAGING_SECRET),
		botId: needed('LINE_MESSAGING_TOKEN', 'LINE_BOT_ID', values.LINE_BOT_ID),
		apiOrigin: originsOf(values.LINE_SERVERS)[1],
	}
}

function originsOf(text: string): [string, string] {
	const [first = '', second = ''] = text.split(',').map((address) => new URL(address).origin)
	return [first, second]
}

function analyticsOf(values: Settings): Analytics {
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
