import { defineMail } from '../../accounts/mailing/mail-words.ts'
import { type MailSite, type MailText, writeMail } from '../../accounts/mails.ts'
import { listWaitConfirmPath, stopMailsPath } from '../../shared/links.ts'
import { WAIT_CONFIRM_HOURS, WAIT_DAYS } from './list-wait-input.ts'

const samples = { 地域: '三鷹市', 業務: '確定申告' }

/** The mails to people who wait for offices in a list. */
export const listWaitWords = {
	confirmation: defineMail({
		key: 'list-wait.confirmation',
		label: '事務所の掲載のお知らせの登録の確認',
		samples: { ...samples, 時間: `${WAIT_CONFIRM_HOURS}`, 日数: `${WAIT_DAYS}` },
		required: ['地域', '業務'],
		words: {
			subject: '事務所の掲載のお知らせの登録を確定してください',
			heading: 'お知らせの登録の確認',
			body: '{地域}で「{業務}」に対応する事務所が新しく掲載されたときの、お知らせのお申し込みを受け取りました。\n下のボタンから登録を確定してください。確定するまで、お知らせは届きません。',
			button: '登録を確定する',
			after:
				'リンクは{時間}時間有効です。確定しなかった登録は、メールアドレスとともに消去します。\nお知らせは1回だけお送りし、そのあと登録を消去します。{日数}日たっても事務所が掲載されないときも、登録を消去します。\nお心当たりがない場合は、このメールを破棄してください。',
		},
	}),
	found: defineMail({
		key: 'list-wait.found',
		label: '待っていた地域に事務所が掲載されたお知らせ',
		samples,
		required: ['地域', '業務'],
		words: {
			subject: '{地域}で「{業務}」に対応する事務所が掲載されました',
			heading: '事務所が掲載されました',
			body: '{地域}で「{業務}」に対応する事務所が、新しく掲載されました。料金や初回相談の条件は、事務所のページでご覧になれます。',
			button: '事務所の一覧を見る',
			after: 'このお知らせは、ご登録にもとづいて1回だけお送りしています。この登録とメールアドレスは、送信と同時に消去しました。',
		},
	}),
} as const

type About = { areaName: string; scopeName: string }

export const waitConfirmationMail = (
	site: MailSite,
	{ areaName, scopeName, token, stopKey }: About & { token: string; stopKey: string },
): MailText =>
	writeMail(
		site,
		listWaitWords.confirmation,
		{ 地域: areaName, 業務: scopeName, 時間: `${WAIT_CONFIRM_HOURS}`, 日数: `${WAIT_DAYS}` },
		{
			url: `${site.publicUrl}${listWaitConfirmPath(token)}`,
			footLinks: [{ label: '登録したお知らせを停止する', url: `${site.publicUrl}${stopMailsPath(stopKey)}` }],
		},
	)

/** The mail that ends a wait; `stopKey` stops the others of the address, also by one click of the mail program. */
export function officeFoundMail(
	site: MailSite,
	{ areaName, scopeName, path, offices, stopKey }: About & { path: string; offices: { name: string; path: string }[]; stopKey: string },
): MailText & { unsubscribeUrl: string } {
	const unsubscribeUrl = `${site.publicUrl}${stopMailsPath(stopKey)}`
	return {
		...writeMail(
			site,
			listWaitWords.found,
			{ 地域: areaName, 業務: scopeName },
			{
				url: `${site.publicUrl}${path}`,
				items: offices.map((office) => ({ label: office.name, url: `${site.publicUrl}${office.path}` })),
				footLinks: [{ label: 'ほかに登録したお知らせを停止する', url: unsubscribeUrl }],
			},
		),
		unsubscribeUrl,
	}
}
