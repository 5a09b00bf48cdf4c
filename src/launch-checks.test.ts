import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { checkLaunch, type LaunchFacts, type LaunchWorld } from './launch-checks.ts'

const NOW = new Date('2026-11-22T03:00:00Z')

const settings = {
	PUBLIC_URL: 'https://shirube.example',
	DATABASE_URL: 'postgresql://shirube@db.example/shirube',
	SECRET_KEY: 'a key of thirty-two characters or more',
	TRUST_PROXY: '1',
	OPERATOR_NAME: '株式会社道標',
	OPERATOR_REPRESENTATIVE: '代表取締役 道野 標',
	OPERATOR_ADDRESS: '〒181-0013 東京都三鷹市下連雀3丁目1番1号',
	OPERATOR_PHONE: '0422-00-0000',
	OPERATOR_MAIL: 'contact@shirube.example',
	OPERATOR_PRIVACY_OFFICER: '管理部長',
	TELECOM_NOTIFICATION_NUMBER: 'A-05-12345',
	LEGAL_TEXTS_REVIEWED_ON: '2026-10-01',
	SMTP_URL: 'smtps://shirube:secret@mail.example:465',
	MAIL_FROM: 'no-reply@shirube.example',
	MAIL_DKIM_SELECTOR: 'mail2026',
	BACKUP_TESTED_ON: '2026-11-01',
	METRICS_PORT: '9100',
	SENTRY_DSN: 'https://abc@errors.shirube.example/1',
	SECURITY_CONTACT: 'mailto:security@shirube.example',
}
const admin = { roles: ['admin'], hasSecondFactor: true }
const facts: LaunchFacts = { staff: [admin, admin], hasDemoContent: false, figures: { expired: 0, late: 0 }, newestBackup: null }

const records: Record<string, string[]> = {
	'shirube.example': ['google-site-verification=1', 'v=spf1 include:mail.example -all'],
	'_dmarc.shirube.example': ['v=DMARC1; p=quarantine'],
	'mail2026._domainkey.shirube.example': ['v=DKIM1; k=rsa; p=MIGfMA0'],
}
const world: LaunchWorld = {
	findTexts: async (name) => records[name] ?? [],
	hasMailServer: async (domain) => domain === 'shirube.example',
	findLineWebhook: async () => ({ endpoint: 'https://shirube.example/webhooks/line', isActive: true }),
	get: async (url) => ({ status: 200, body: url.endsWith('robots.txt') ? 'User-agent: *\nDisallow: /api/' : 'ready' }),
}

async function missing(
	changed: Partial<Record<string, string>>,
	more: { facts?: Partial<LaunchFacts>; world?: Partial<LaunchWorld> } = {},
) {
	const checks = await checkLaunch(loadConfig({ ...settings, ...changed }), { ...facts, ...more.facts }, { ...world, ...more.world }, NOW)
	return checks.filter(({ isMet }) => !isMet).map(({ what }) => what)
}

describe('a launch', () => {
	test('lacks nothing on a fully configured instance', async () => {
		expect(await missing({})).toEqual([])
	})

	test('lacks everything that a machine can see on a fresh demo', async () => {
		const none: LaunchWorld = {
			findTexts: async () => [],
			hasMailServer: async () => false,
			findLineWebhook: async () => null,
			get: async () => null,
		}
		const checks = await checkLaunch(
			loadConfig({}),
			{ staff: [], hasDemoContent: true, figures: { expired: 1, late: 1 }, newestBackup: null },
			none,
			NOW,
		)
		expect(checks.filter(({ isMet }) => isMet)).toEqual([])
	})

	test('with notices by LINE lacks a webhook that leads elsewhere, or is off', async () => {
		const line = {
			LINE_CHANNEL_ID: '1234567890',
			LINE_CHANNEL_SECRET: 'a secret of the channel',
			LINE_MESSAGING_TOKEN: 'a long-lived access token',
			LINE_MESSAGING_SECRET: 'a secret of messages',
			LINE_BOT_ID: '@shirube',
		}
		expect(await missing(line)).toEqual([])
		const endpoint = 'https://shirube.example/webhooks/line'
		for (const found of [null, { endpoint, isActive: false }, { endpoint: 'https://old.example/', isActive: true }])
			expect(await missing(line, { world: { findLineWebhook: async () => found } })).toEqual(['LINE reports who has blocked the account'])
	})

	test('lacks a registration number once plans are sold', async () => {
		const bank = { OPERATOR_BANK_ACCOUNT: '三鷹銀行/本店営業部/普通/1234567/カ）ミチシルベ' }
		expect(await missing(bank)).toEqual(['invoices of paid plans are qualified (消費税法57条の4), or no plan is sold'])
		expect(await missing({ ...bank, INVOICE_NUMBER: 'T1234567890123' })).toEqual([])
	})

	test.each([
		['a setting of the operator', { OPERATOR_PHONE: '' }, /the operator is named/],
		['the notification', { TELECOM_NOTIFICATION_NUMBER: '' }, /telecommunications carrier/],
		['texts that were reviewed lately', { LEGAL_TEXTS_REVIEWED_ON: '2025-11-01' }, /reviewed within a year/],
		['a day that has come', { LEGAL_TEXTS_REVIEWED_ON: '2026-12-01' }, /reviewed within a year/],
		['https', { PUBLIC_URL: 'http://shirube.example' }, /https/],
		['a proxy', { TRUST_PROXY: '0' }, /behind the proxy/],
		['mail', { SMTP_URL: '' }, /mail is sent/],
		['a selector', { MAIL_DKIM_SELECTOR: '' }, /DKIM/],
		['a restored backup', { BACKUP_TESTED_ON: '2026-08-01' }, /backup was restored/],
		['figures', { METRICS_PORT: '' }, /figures/],
		['reports of errors', { SENTRY_DSN: '' }, /errors are reported/],
	])('is not ready without %s', async (_about, changed, what) => {
		expect(await missing(changed)).toEqual(expect.arrayContaining([expect.stringMatching(what)]))
	})

	test('is not ready when answers by mail are on and arrive nowhere, or their senders are not proved', async () => {
		const on = { INBOUND_MAIL_DOMAIN: 'reply.shirube.example', INBOUND_MAIL_SECRET: 'a-secret-for-tests-long-enough-for-all' }
		const proved = { ...on, INBOUND_MAIL_AUTHSERV_ID: 'mx.shirube.example' }
		const hasMailServer = async () => true
		const what = ['answers to notices arrive, and their senders are proved']
		expect([await missing(proved), await missing(on, { world: { hasMailServer } })]).toEqual([what, what])
		expect(await missing(proved, { world: { hasMailServer } })).toEqual([])
	})

	test('is not ready when the backups that were asked for are not made', async () => {
		const BACKUP_TO = '/srv/backups'
		const made = (day: string) => missing({ BACKUP_TO }, { facts: { newestBackup: new Date(`${day}T18:40:00Z`) } })
		expect(await missing({ BACKUP_TO })).toEqual(['a backup is made every day'])
		expect([await made('2026-11-19'), await made('2026-11-21')]).toEqual([['a backup is made every day'], []])
	})

	test('is not ready when crawlers are kept out, a member of staff has no second factor, or the demo is still there', async () => {
		const closed = async () => ({ status: 200, body: 'User-agent: *\nDisallow: /' })
		expect(await missing({}, { world: { get: closed } })).toEqual(['search engines may read it'])
		const staff = [admin, admin, { roles: ['support'], hasSecondFactor: false }]
		expect(await missing({}, { facts: { staff } })).toEqual(['all staff have a second factor or a passkey'])
		expect(await missing({}, { facts: { hasDemoContent: true } })).toEqual(['there is no demo content'])
		const figures = ['figures of the law are in force and compared with their sources in time']
		expect(await missing({}, { facts: { figures: { expired: 1, late: 0 } } })).toEqual(figures)
		expect(await missing({}, { facts: { figures: { expired: 0, late: 1 } } })).toEqual(figures)
	})
})
