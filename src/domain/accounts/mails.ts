import type { Site } from '../shared/context.ts'

/** The mails of accounts, pure: Japanese, as text and as HTML. Security mails go out whatever `receiveEmail` says. */

export type MailText = { subject: string; text: string; html: string }

/** Name and address of the site, for the greeting and the footer. */
export type MailSite = Pick<Site, 'name' | 'publicUrl' | 'operator'>

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
}

type Fact = { label: string; value: string }
type Linked = { label: string; url: string }

/** What the link of a changed address does; the page behind it says the same. */
const RECOVERY_EFFECT =
	'すべての端末からログアウトし、いまのパスワードを無効にします。あなたが最後にログインしたあとに追加された外部アカウントの連携、パスキー、二段階認証は削除します。新しいパスワードを設定するためのメールをお送りします。'

export const verificationMail = (site: MailSite, url: string): MailText =>
	mail(site, {
		subject: 'メールアドレスの確認をお願いします',
		heading: 'メールアドレスの確認',
		body: [
			`${site.name}へのご登録ありがとうございます。`,
			'下のボタンを押すと、メールアドレスの確認が終わります。そのあとログインしてご利用ください。',
		],
		button: { label: 'メールアドレスを確認する', url },
		after: [
			'このリンクは3日間有効です。',
			'お心当たりがない場合は、このメールを破棄してください。確認されないかぎり、お手続きは進みません。',
		],
	})

export const newAddressMail = (site: MailSite, url: string): MailText =>
	mail(site, {
		subject: '新しいメールアドレスの確認をお願いします',
		heading: '新しいメールアドレスの確認',
		body: [
			`${site.name}のアカウントのメールアドレスを、このメールアドレスに変更するお申し込みがありました。`,
			'下のボタンを押して確認すると、このメールアドレスに切り替わります。',
		],
		button: { label: 'メールアドレスを確認する', url },
		after: [
			'このリンクは3日間有効です。',
			'お心当たりがない場合は、リンクを開かずにこのメールを破棄してください。確認されないかぎり、このメールアドレスは使われません。',
		],
	})

export const addressChangedMail = (site: MailSite, { url, newAddress }: { url: string; newAddress: string }): MailText =>
	mail(site, {
		subject: 'メールアドレスの変更のお申し込みがありました',
		heading: 'メールアドレスの変更のお知らせ',
		body: [
			`${site.name}のアカウントのメールアドレスを ${newAddress} に変更するお申し込みがありました。`,
			'新しいメールアドレスの確認が終わるまでは、これまでどおり、このメールアドレスでログインでき、お知らせもこのメールアドレスに届きます。',
			'ご自身で変更された場合は、お手続きは要りません。',
			`お心当たりがない場合は、下のボタンから、すぐに変更を取り消してください。${RECOVERY_EFFECT}`,
		],
		button: { label: '元のメールアドレスに戻す', url },
		after: [
			'このリンクは1時間有効です。',
			'期限を過ぎた場合は、ログイン画面からパスワードを再設定してください。変更のお申し込みも取り消されます。',
		],
	})

export const addressMovedMail = (site: MailSite, { url, newAddress }: { url: string; newAddress: string }): MailText =>
	mail(site, {
		subject: '新しいメールアドレスが確認されました',
		heading: 'メールアドレスが切り替わりました',
		body: [
			`${site.name}のアカウントの新しいメールアドレス ${newAddress} が確認されました。今後のログインとお知らせには、新しいメールアドレスを使います。`,
			'ご自身で変更された場合は、お手続きは要りません。',
			`お心当たりがない場合は、下のボタンから、すぐに元のメールアドレスへ戻してください。${RECOVERY_EFFECT}`,
		],
		button: { label: '元のメールアドレスに戻す', url },
		after: ['このリンクは1時間有効です。'],
	})

export const addressRestoredMail = (site: MailSite, url: string): MailText =>
	mail(site, {
		subject: 'メールアドレスを元に戻しました',
		heading: 'メールアドレスを元に戻しました',
		body: [
			`${site.name}のアカウントを、このメールアドレスに戻しました。`,
			'すべての端末からログアウトし、これまでのパスワードを無効にしました。あなたが最後にログインしたあとに追加された外部アカウントの連携、パスキー、二段階認証は削除しました。',
			'24時間、または下のボタンから新しいパスワードを設定するまで、メールアドレス、パスワード、連携、パスキー、二段階認証は変更できません。',
		],
		button: { label: 'パスワードを再設定する', url },
		after: ['このリンクは1時間有効です。'],
	})

/** For an owner whose address another account wants to move to (HIDE_ACCOUNT_EXISTENCE). */
export const addressWantedMail = (site: MailSite): MailText =>
	mail(site, {
		subject: 'すでにご登録いただいています',
		heading: 'すでにご登録いただいています',
		body: [
			`${site.name}の別のアカウントから、このメールアドレスへの変更のお申し込みがありましたが、このメールアドレスはすでにほかのアカウントで使われています。`,
			'変更は行われません。ご自身のお申し込みの場合は、このメールアドレスのアカウントにログインしてご利用ください。',
		],
		button: { label: 'ログインする', url: `${site.publicUrl}/login` },
		after: ['お心当たりがない場合は、このメールを破棄してください。アカウントに変更はありません。'],
	})

export const passwordResetMail = (site: MailSite, url: string): MailText =>
	mail(site, {
		subject: 'パスワードの再設定',
		heading: 'パスワードの再設定',
		body: [`${site.name}のパスワードを再設定するお申し込みを受け付けました。`, '下のボタンから、新しいパスワードを設定してください。'],
		button: { label: '新しいパスワードを設定する', url },
		after: [
			'このリンクは1時間有効で、1回だけ使えます。',
			'お心当たりがない場合は、このメールを破棄してください。パスワードは変わりません。',
		],
	})

export const addressTakenMail = (site: MailSite): MailText =>
	mail(site, {
		subject: 'すでにご登録いただいています',
		heading: 'すでにご登録いただいています',
		body: [
			`このメールアドレスで${site.name}への新規登録のお申し込みがありましたが、すでにアカウントがあります。`,
			'ログインしてご利用ください。パスワードをお忘れの場合は、ログイン画面から再設定できます。',
		],
		button: { label: 'ログインする', url: `${site.publicUrl}/login` },
		after: ['お心当たりがない場合は、このメールを破棄してください。アカウントに変更はありません。'],
	})

export const passwordChangedMail = (site: MailSite): MailText =>
	mail(site, {
		subject: 'パスワードが変更されました',
		heading: 'パスワードの変更のお知らせ',
		body: [
			`${site.name}のパスワードが変更され、ほかの端末からログアウトしました。`,
			'ご自身で変更された場合は、お手続きは要りません。お心当たりがない場合は、下のボタンからすぐに再設定してください。',
		],
		button: { label: 'パスワードを再設定する', url: `${site.publicUrl}/password_reset` },
	})

export const providerLinkedMail = (site: MailSite, provider: string): MailText =>
	mail(site, {
		subject: `${provider}アカウントと連携しました`,
		heading: '外部アカウントの連携のお知らせ',
		body: [
			`${site.name}のアカウントが、${provider}アカウントと連携されました。今後は${provider}でもログインできます。`,
			'お心当たりがない場合は、マイページで連携を解除し、パスワードを変更してください。',
		],
		button: { label: 'マイページを開く', url: `${site.publicUrl}/mypage` },
	})

export const passkeyMail = (site: MailSite, isAdded: boolean): MailText =>
	mail(site, {
		subject: isAdded ? 'パスキーを登録しました' : 'パスキーを削除しました',
		heading: isAdded ? 'パスキーの登録のお知らせ' : 'パスキーの削除のお知らせ',
		body: [
			isAdded
				? `${site.name}に、新しいパスキーでログインできるようになりました。`
				: `${site.name}に登録されていたパスキーのひとつを削除しました。`,
			'ご自身で手続きされた場合は、何もする必要はありません。お心当たりがない場合は、パスワードを再設定したうえで、マイページのアカウントで覚えのないパスキーを削除してください。',
		],
		button: { label: 'パスワードを再設定する', url: `${site.publicUrl}/password_reset` },
	})

export const secondFactorMail = (site: MailSite, isOn: boolean): MailText =>
	mail(site, {
		subject: isOn ? '二段階認証を設定しました' : '二段階認証を解除しました',
		heading: isOn ? '二段階認証の設定のお知らせ' : '二段階認証の解除のお知らせ',
		body: [
			isOn
				? `${site.name}へのログインに、認証アプリのコードが必要になりました。`
				: `${site.name}へのログインに、認証アプリのコードは要らなくなりました。`,
			'ご自身で手続きされた場合は、何もする必要はありません。お心当たりがない場合は、下のボタンからすぐにパスワードを再設定してください。',
		],
		button: { label: 'パスワードを再設定する', url: `${site.publicUrl}/password_reset` },
	})

export const recoveryCodesMail = (site: MailSite): MailText =>
	mail(site, {
		subject: '回復用コードを作り直しました',
		heading: '回復用コードを作り直したお知らせ',
		body: [
			`${site.name}の二段階認証の回復用コードを作り直しました。前のコードはもう使えません。`,
			'ご自身で手続きされた場合は、何もする必要はありません。お心当たりがない場合は、下のボタンからすぐにパスワードを再設定してください。',
		],
		button: { label: 'パスワードを再設定する', url: `${site.publicUrl}/password_reset` },
	})

export const accountDeletedMail = (site: MailSite): MailText =>
	mail(site, {
		subject: '退会のお手続きが完了しました',
		heading: '退会のお手続きが完了しました',
		body: [
			`${site.name}のアカウントを削除しました。これまでご利用いただき、ありがとうございました。`,
			'公開された回答など、ほかの方の役に立っている内容は、お名前を外して残ることがあります。',
		],
	})

/** Builds a mail in the layout of the site. Other rooms use it too. */
export function mail(
	site: MailSite,
	{ subject, heading, body, facts = [], button, items = [], after = [], footLinks = [] }: Parts,
): MailText {
	const foot = [
		`このメールは送信専用です。お問い合わせ：${site.publicUrl}/contact`,
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
