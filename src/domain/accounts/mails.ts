import type { MailWords, Site } from '../shared/context.ts'
import { accountWords } from './mailing/account-words.ts'
import { fillWords, type MailTemplate, paragraphsOf, SITE_NAME_VARIABLE } from './mailing/mail-words.ts'

/** The mails of accounts, and the layout of every mail; pure: Japanese, as text and as HTML. */

export type MailText = { subject: string; text: string; html: string }

/** Name and address of the site, for the greeting and the footer. */
export type MailSite = Pick<Site, 'name' | 'publicUrl' | 'operator' | 'mailWords'>

type Parts = {
	subject: string
	heading: string
	/** Paragraphs before the button. */
	body: readonly string[]
	/** What, where, how much and until when, as a table below them. */
	facts?: readonly Fact[]
	button?: { label: string; url: string }
	/** A list after it, each line a link. */
	items?: readonly Linked[]
	/** Paragraphs after it. */
	after?: readonly string[]
	/** Small links below the line, such as those that stop such mails. */
	footLinks?: readonly Linked[]
	/** Whether an answer to the mail reaches the other side of the case that it is about. */
	takesReplies?: boolean
}

type Fact = { label: string; value: string }
type Linked = { label: string; url: string }

export const verificationMail = (site: MailSite, url: string): MailText => writeMail(site, accountWords.verification, {}, { url })

export const newAddressMail = (site: MailSite, url: string): MailText => writeMail(site, accountWords.newAddress, {}, { url })

type ChangedAddress = { url: string; newAddress: string }

export const addressChangedMail = (site: MailSite, { url, newAddress }: ChangedAddress): MailText =>
	writeMail(site, accountWords.addressChanged, { 新しいアドレス: newAddress }, { url })

export const addressMovedMail = (site: MailSite, { url, newAddress }: ChangedAddress): MailText =>
	writeMail(site, accountWords.addressMoved, { 新しいアドレス: newAddress }, { url })

export const addressRestoredMail = (site: MailSite, url: string): MailText => writeMail(site, accountWords.addressRestored, {}, { url })

const loginUrl = ({ publicUrl }: MailSite) => `${publicUrl}/login`
const resetUrl = ({ publicUrl }: MailSite) => `${publicUrl}/password_reset`

/** For an owner whose address another account wants to move to (HIDE_ACCOUNT_EXISTENCE). */
export const addressWantedMail = (site: MailSite): MailText => writeMail(site, accountWords.addressWanted, {}, { url: loginUrl(site) })

export const passwordResetMail = (site: MailSite, url: string): MailText => writeMail(site, accountWords.passwordReset, {}, { url })

export const addressTakenMail = (site: MailSite): MailText => writeMail(site, accountWords.addressTaken, {}, { url: loginUrl(site) })

export const passwordChangedMail = (site: MailSite): MailText => writeMail(site, accountWords.passwordChanged, {}, { url: resetUrl(site) })

export const providerLinkedMail = (site: MailSite, provider: string): MailText =>
	writeMail(site, accountWords.providerLinked, { 連携先: provider }, { url: `${site.publicUrl}/mypage` })

export const passkeyMail = (site: MailSite, isAdded: boolean): MailText =>
	writeMail(site, isAdded ? accountWords.passkeyAdded : accountWords.passkeyRemoved, {}, { url: resetUrl(site) })

export const secondFactorMail = (site: MailSite, isOn: boolean): MailText =>
	writeMail(site, isOn ? accountWords.secondFactorOn : accountWords.secondFactorOff, {}, { url: resetUrl(site) })

export const recoveryCodesMail = (site: MailSite): MailText => writeMail(site, accountWords.recoveryCodes, {}, { url: resetUrl(site) })

export const accountDeletedMail = (site: MailSite): MailText => writeMail(site, accountWords.accountDeleted, {})

/** What a mail holds besides its words. */
export type MailExtras = Pick<Parts, 'facts' | 'items' | 'footLinks' | 'takesReplies'> & {
	/** Paragraphs after its words. */
	more?: readonly string[]
	/** Where its button leads. */
	url?: string
}

/** Writes a mail of a template: in the words that staff have given it, else in those of the code. */
export function writeMail<Name extends string>(
	site: MailSite,
	template: MailTemplate<Name>,
	values: Readonly<Record<Name, string>>,
	extras: MailExtras = {},
): MailText {
	return writeWords(site, site.mailWords?.(template) ?? template.words, values, extras)
}

/** The same in given words, for previews of what is not saved yet. */
export function writeWords(
	site: MailSite,
	words: MailWords,
	values: Readonly<Record<string, string>>,
	{ url, more = [], ...extras }: MailExtras,
): MailText {
	const fill = (text: string) => fillWords(text, { ...values, [SITE_NAME_VARIABLE]: site.name })
	return mail(site, {
		...extras,
		subject: fill(words.subject),
		heading: fill(words.heading),
		body: paragraphsOf(fill(words.body)),
		...(url === undefined || words.button === '' ? {} : { button: { label: fill(words.button), url } }),
		after: [...paragraphsOf(fill(words.after)), ...more],
	})
}

/** Builds a mail in the layout of the site. Other rooms use it too. */
export function mail(
	site: MailSite,
	{ subject, heading, body, facts = [], button, items = [], after = [], footLinks = [], takesReplies = false }: Parts,
): MailText {
	const foot = [
		takesReplies
			? `このメールに返信できます。書いた文と添付したファイルは、相手の方とのやり取りに加わります（引用した文は除きます）。${site.name}へのお問い合わせ：${site.publicUrl}/contact`
			: `このメールは送信専用です。お問い合わせ：${site.publicUrl}/contact`,
		`${site.name} ${site.publicUrl}`,
		// 特定電子メール法4条: who sends, and where they are.
		...(site.operator ? [`運営：${site.operator.name}　${site.operator.address}`] : []),
	]
	const lines = [
		heading,
		'',
		...spaced(body),
		...(facts.length > 0 ? [...facts.map(({ label, value }) => `${label}：${value}`), ''] : []),
		...(button ? [button.label, button.url, ''] : []),
		...items.flatMap(linkLines),
		...spaced(after),
		'--',
		...footLinks.flatMap(linkLines),
		...foot,
		'',
	]
	const text = lines.join('\n')
	const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`
	const sheet = [
		`<h1 style="margin:0 0 20px;color:${ACCENT_STRONG};font-size:22px;line-height:1.4">${escapeHtml(heading)}</h1>`,
		...body.map(paragraph),
		factsHtml(facts),
		button ? buttonHtml(button) : '',
		items.length > 0
			? `<ul style="margin:0 0 16px;padding-left:20px">${items.map((item) => `<li style="margin:0 0 12px">${linkHtml(item)}</li>`).join('')}</ul>`
			: '',
		...after.map(paragraph),
		`<hr style="border:0;border-top:2px dotted ${SIGNPOST};margin:24px 0 16px">`,
		...footLinks.map((link) => `<p style="margin:0 0 8px;font-size:14px">${linkHtml(link)}</p>`),
		...foot.map((line) => `<p style="margin:0;font-size:14px;color:${INK_2}">${escapeHtml(line)}</p>`),
	].join('')
	const html = [
		`<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>`,
		`<body style="margin:0;background:${PAPER};color:${INK};font-family:'Hiragino Sans','Yu Gothic',Meiryo,sans-serif;font-size:16px;line-height:1.8"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid ${LINE};border-radius:12px">`,
		// The board of the signpost, without a picture: many mail programs load none.
		`<tr><td style="padding:14px 24px;background:${ACCENT_STRONG};border-bottom:4px solid ${SIGNPOST};border-radius:12px 12px 0 0;color:#ffffff;font-size:18px;font-weight:bold;letter-spacing:.08em"><a href="${escapeHtml(site.publicUrl)}" style="color:#ffffff;text-decoration:none">${escapeHtml(site.name)}</a></td></tr>`,
		`<tr><td style="padding:28px 24px">${sheet}</td></tr></table></td></tr></table></body></html>`,
	].join('')
	return { subject: `【${site.name}】${subject}`, text, html }
}

const spaced = (lines: readonly string[]): string[] => lines.flatMap((line) => [line, ''])

const linkLines = ({ label, url }: Linked): string[] => [label, url, '']

/** The palette of the site (layout/tokens.css): mails cannot use CSS variables. */
const ACCENT = '#0b5c6b'
const ACCENT_STRONG = '#0a3f49'
const PRIMARY = '#b83a12'
const SIGNPOST = '#f2b632'
const PAPER = '#fbf7ef'
const INK = '#12343b'
const INK_2 = '#4f5d60'
const LINE = '#e6dfd1'

/** Two columns, a row each; nothing without facts. */
function factsHtml(facts: readonly Fact[]): string {
	if (facts.length === 0) return ''
	const cell = `padding:8px 12px;border-top:1px solid ${LINE};text-align:left;vertical-align:top`
	const rows = facts.map(
		({ label, value }) =>
			`<tr><th scope="row" style="${cell};color:${INK_2};font-size:14px;font-weight:normal;white-space:nowrap">${escapeHtml(label)}</th><td style="${cell};font-weight:bold">${escapeHtml(value)}</td></tr>`,
	)
	return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-bottom:1px solid ${LINE};background:${PAPER}">${rows.join('')}</table>`
}

const linkHtml = ({ label, url }: Linked): string => `<a href="${escapeHtml(url)}" style="color:${ACCENT}">${escapeHtml(label)}</a>`

const buttonHtml = ({ label, url }: { label: string; url: string }): string =>
	`<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="display:inline-block;background:${PRIMARY};color:#ffffff;text-decoration:none;padding:12px 28px;border-radius:8px;font-weight:bold">${escapeHtml(label)}</a></p><p style="margin:0 0 16px;font-size:14px;color:${INK_2};word-break:break-all">ボタンを押せない場合は、次のアドレスを開いてください。<br>${escapeHtml(url)}</p>`

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')
