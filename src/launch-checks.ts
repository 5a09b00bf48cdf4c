import { labelOf } from './platform/backup/backup-place.ts'
import { isIP } from 'node:net'
import type { Config } from './config.ts'
import { addDays, days, isoDay } from './domain/shared/japan-time.ts'

/** What an operator must do before a launch: one line of `npm run check:launch`. */
export type LaunchCheck = {
	part: 'Law' | 'Address' | 'Mail' | 'Staff' | 'Data' | 'Watching'
	what: string
	isMet: boolean
	/** How to meet it, or what was found. */
	detail: string
}

/** What the database says about it. */
export type LaunchFacts = {
	staff: readonly { roles: readonly string[]; hasSecondFactor: boolean }[]
	hasDemoContent: boolean
	/** Of the figures of the law: how many have no value in force, and how many should have been compared with their source by now. */
	figures: { expired: number; late: number }
	/** When the newest backup in `BACKUP_TO` was made; null for none. */
	newestBackup: Date | null
}

/** The internet as the operator's machine sees it. */
export type LaunchWorld = {
	/** Texts of TXT records; none where the name does not exist. */
	findTexts: (name: string) => Promise<string[]>
	hasMailServer: (domain: string) => Promise<boolean>
	/** Where LINE sends the events of this channel; null where it does not say. */
	findLineWebhook: (channel: { accessToken: string; apiOrigin: string }) => Promise<{ endpoint: string; isActive: boolean } | null>
	/** Status and body of an answer; null for no answer. */
	get: (url: string) => Promise<{ status: number; body: string } | null>
}

const TEXTS_DAYS = 365
const BACKUP_DAYS = 90

/** Everything that the operator must have done, in the order in which it is best done, and whether it is. */
export async function checkLaunch(config: Config, facts: LaunchFacts, world: LaunchWorld, now: Date): Promise<LaunchCheck[]> {
	return [
		...checkLaw(config, facts, now),
		...(await checkAddress(config, facts, world)),
		...(await checkMail(config, world)),
		...(await checkLine(config, world)),
		...checkStaff(facts),
		...checkData(config, facts, now),
		...checkWatching(config),
	]
}

function checkLaw({ operator, missingOfOperator, launch, demo }: Config, { figures }: LaunchFacts, now: Date): LaunchCheck[] {
	return [
		{
			part: 'Law',
			what: 'the operator is named (特定商取引法, 個人情報保護法, 特定電子メール法)',
			isMet: operator !== undefined && !demo,
			detail: operator === undefined ? `set ${missingOfOperator.join(', ')}` : operator.name,
		},
		{
			part: 'Law',
			what: 'the notification as a telecommunications carrier is filed (電気通信事業法16条)',
			isMet: operator?.telecomNumber != null,
			detail: operator?.telecomNumber ?? 'members write to each other here: notify the ministry, then set TELECOM_NOTIFICATION_NUMBER',
		},
		{
			part: 'Law',
			what: 'invoices of paid plans are qualified (消費税法57条の4), or no plan is sold',
			isMet: !demo && (!operator?.bankAccount || operator.invoiceNumber !== null),
			detail: operator?.bankAccount
				? (operator.invoiceNumber ?? 'plans are sold: set INVOICE_NUMBER, or customers cannot deduct the tax')
				: 'no plan is sold: set OPERATOR_BANK_ACCOUNT and INVOICE_NUMBER to sell them',
		},
		{
			part: 'Law',
			what: '/rules, /privacy and /tokushoho were reviewed within a year',
			isMet: isWithin(launch.textsReviewedOn, TEXTS_DAYS, now),
			detail: launch.textsReviewedOn ?? 'have them reviewed, then set LEGAL_TEXTS_REVIEWED_ON',
		},
		{
			part: 'Law',
			what: 'figures of the law are in force and compared with their sources in time',
			isMet: figures.expired === 0 && figures.late === 0,
			detail:
				figures.expired + figures.late === 0
					? 'content/facts'
					: `${figures.expired} have ended, ${figures.late} should have been compared by now: /admin/facts lists them`,
		},
	]
}

async function checkAddress(config: Config, { hasDemoContent }: LaunchFacts, world: LaunchWorld): Promise<LaunchCheck[]> {
	const { publicUrl, trustProxy, demo } = config
	const url = new URL(publicUrl)
	const isPublic = url.protocol === 'https:' && url.hostname !== 'localhost' && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0
	const [ready, robots] = isPublic
		? await Promise.all([world.get(`${publicUrl}/readyz`), world.get(`${publicUrl}/robots.txt`)])
		: [null, null]
	const lines = robots?.status === 200 ? robots.body.split(/\r?\n/) : null
	return [
		{
			part: 'Address',
			what: 'visitors come by https and a name of one’s own',
			isMet: isPublic,
			detail: isPublic ? publicUrl : `set PUBLIC_URL, now ${publicUrl}`,
		},
		{
			part: 'Address',
			what: 'the site answers there',
			isMet: ready?.status === 200,
			detail: ready === null ? 'no answer' : `/readyz answers ${ready.status}`,
		},
		{
			part: 'Address',
			what: 'search engines may read it',
			isMet: lines !== null && !lines.some((line) => /^disallow:\s*\/\s*$/i.test(line)),
			detail: lines === null ? 'no /robots.txt' : '/robots.txt',
		},
		{
			part: 'Address',
			what: 'the addresses of visitors are known behind the proxy',
			isMet: trustProxy > 0,
			detail: trustProxy > 0 ? `TRUST_PROXY=${trustProxy}` : 'set TRUST_PROXY to the number of proxies in front',
		},
		{
			part: 'Address',
			what: 'there is no demo content',
			isMet: !demo && !hasDemoContent,
			detail: demo ? 'set SEED_DEMO=false' : hasDemoContent ? 'the database was filled as a demo: begin with an empty one' : 'none',
		},
	]
}

async function checkMail({ mail, inboundMail, operator, launch }: Config, world: LaunchWorld): Promise<LaunchCheck[]> {
	const domain = mail.smtpUrl === undefined ? null : (mail.from.split('@')[1] ?? null)
	const texts = async (name: string, start: RegExp) =>
		domain === null ? undefined : (await world.findTexts(name)).find((text) => start.test(text))
	const [spf, dmarc, dkim, isReached, takesReplies] = await Promise.all([
		texts(`${domain}`, /^v=spf1(?: |$)/i),
		texts(`_dmarc.${domain}`, /^v=DMARC1(?:;|\s|$)/i),
		launch.dkimSelector === undefined ? undefined : texts(`${launch.dkimSelector}._domainkey.${domain}`, /(?:^|;)\s*p=[A-Za-z0-9+/]/),
		operator === undefined ? false : world.hasMailServer(operator.mail.split('@')[1] ?? ''),
		inboundMail !== null && world.hasMailServer(inboundMail.domain),
	])
	return [
		{
			part: 'Mail',
			what: 'mail is sent',
			isMet: domain !== null,
			detail: domain === null ? 'set SMTP_URL and MAIL_FROM: mails only become files now' : mail.from,
		},
		{
			part: 'Mail',
			what: 'SPF names the mail server',
			isMet: spf !== undefined,
			detail: spf ?? `no TXT record v=spf1 at ${domain ?? 'the sender’s domain'}`,
		},
		{
			part: 'Mail',
			what: 'DKIM signs the mails',
			isMet: dkim !== undefined,
			detail:
				launch.dkimSelector === undefined ? 'set MAIL_DKIM_SELECTOR' : dkim === undefined ? 'no key at this selector' : launch.dkimSelector,
		},
		{
			part: 'Mail',
			what: 'DMARC says what becomes of forged mails',
			isMet: dmarc !== undefined,
			detail: dmarc ?? `no TXT record v=DMARC1 at _dmarc.${domain ?? '…'}`,
		},
		{
			part: 'Mail',
			what: 'mails to the operator arrive',
			isMet: isReached,
			detail: operator === undefined ? 'set OPERATOR_MAIL' : isReached ? operator.mail : `${operator.mail}: its domain takes no mail`,
		},
		// Nothing to do where people do not answer by mail.
		...(inboundMail === null
			? []
			: [
					{
						part: 'Mail' as const,
						what: 'answers to notices arrive, and their senders are proved',
						isMet: takesReplies && inboundMail.authservId !== null,
						detail: !takesReplies
							? `${inboundMail.domain}: no MX record leads to a mail server (docs/operations.md, Replies by mail)`
							: (inboundMail.authservId ?? 'set INBOUND_MAIL_AUTHSERV_ID to what the mail server writes into Authentication-Results'),
					},
				]),
	]
}

/** Nothing where notices by LINE are off. */
async function checkLine({ lineMessages, publicUrl }: Config, world: LaunchWorld): Promise<LaunchCheck[]> {
	if (lineMessages === null) return []
	const wanted = `${publicUrl}/webhooks/line`
	const found = await world.findLineWebhook(lineMessages)
	return [
		{
			part: 'Mail',
			what: 'LINE reports who has blocked the account',
			isMet: found?.isActive === true && found.endpoint === wanted,
			detail:
				found === null
					? 'LINE does not accept LINE_MESSAGING_TOKEN'
					: found.isActive && found.endpoint === wanted
						? wanted
						: `set the webhook ${wanted} and switch it on, now ${found.endpoint}`,
		},
	]
}

function checkStaff({ staff }: LaunchFacts): LaunchCheck[] {
	const admins = staff.filter(({ roles }) => roles.includes('admin')).length
	const open = staff.filter(({ hasSecondFactor }) => !hasSecondFactor).length
	return [
		{
			part: 'Staff',
			what: 'two admins, so that one who is locked out is let in by the other',
			isMet: admins >= 2,
			detail: `${admins} of 2: npm run staff -- grant EMAIL admin`,
		},
		{
			part: 'Staff',
			what: 'all staff have a second factor or a passkey',
			isMet: staff.length > 0 && open === 0,
			detail: open === 0 ? `${staff.length} of ${staff.length}` : `${open} without: /mypage/account`,
		},
	]
}

function checkData({ secretKey, databaseUrl, backup, launch }: Config, { newestBackup }: LaunchFacts, now: Date): LaunchCheck[] {
	return [
		{
			part: 'Data',
			what: 'the key of the encrypted columns is kept apart from the database',
			isMet: secretKey !== undefined,
			detail: secretKey === undefined ? 'set SECRET_KEY to what DATA_DIR/secret.key holds, and keep it safe' : 'SECRET_KEY is set',
		},
		{
			part: 'Data',
			what: 'a backup is made every day',
			isMet: backup === null ? databaseUrl !== undefined : newestBackup !== null && now.getTime() - newestBackup.getTime() < days(2),
			detail:
				backup !== null
					? `${newestBackup === null ? 'none yet' : `the newest of ${isoDay(newestBackup)}`} in ${labelOf(backup.to)}`
					: databaseUrl === undefined
						? 'set BACKUP_TO'
						: 'DATABASE_URL is set: see to it that this PostgreSQL and the files are backed up, or set BACKUP_TO',
		},
		{
			part: 'Data',
			what: `a backup was restored within ${BACKUP_DAYS} days`,
			isMet: isWithin(launch.backupTestedOn, BACKUP_DAYS, now),
			detail: launch.backupTestedOn ?? 'npm run backup -- verify, then set BACKUP_TESTED_ON',
		},
	]
}

function checkWatching({ metrics, security, telemetry, sentryDsn }: Config): LaunchCheck[] {
	const isScraped = metrics.port !== undefined || metrics.token !== undefined
	const isWatched = isScraped || telemetry !== null
	return [
		{
			part: 'Watching',
			what: 'figures are collected',
			isMet: isWatched,
			detail: isScraped ? '/metrics' : (telemetry?.endpoint ?? 'set METRICS_PORT or METRICS_TOKEN, or OTEL_EXPORTER_OTLP_ENDPOINT'),
		},
		{
			part: 'Watching',
			what: 'errors are reported with their place',
			isMet: sentryDsn !== undefined || telemetry !== null,
			detail:
				sentryDsn !== undefined
					? `to ${new URL(sentryDsn).host}`
					: telemetry !== null
						? 'with the traces'
						: 'the log has them: set SENTRY_DSN or OTEL_EXPORTER_OTLP_ENDPOINT to be told',
		},
		{
			part: 'Watching',
			what: 'vulnerabilities can be reported',
			isMet: security.contact !== undefined,
			detail: security.contact ?? 'set SECURITY_CONTACT',
		},
	]
}

/** A day of the future is a slip of the pen. */
const isWithin = (day: string | undefined, count: number, now: Date): boolean =>
	day !== undefined && day <= isoDay(now) && day >= addDays(isoDay(now), -count)
