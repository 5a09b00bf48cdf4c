import { defineMail } from '../accounts/mailing/mail-words.ts'
import { type MailSite, type MailText, writeMail } from '../accounts/mails.ts'

/** Mails about an office: invitations and decisions of staff. */
const office = { 事務所名: 'みたか税理士事務所' }
const reason = { 理由: '料金の欄に、掲載の基準に合わない表現があります。' }
const because = '運営からのお知らせ：\n{理由}'
const EDIT = '事務所の編集を開く'

export const officeWords = {
	invitation: defineMail({
		key: 'office.invitation',
		label: '事務所のメンバーへの招待',
		samples: { ...office, 招待した方: '見本 花子', 日数: '14' },
		required: ['事務所名', '招待した方'],
		words: {
			subject: '「{事務所名}」のメンバーへの招待',
			heading: '事務所のメンバーへの招待',
			body: '{招待した方}さんから、{サイト名}の「{事務所名}」のメンバーに招待されました。\n下のボタンを開き、このメールアドレスのアカウントでログインして、参加するかどうかをお選びください。専門家の登録がまだの方は、先に登録のページをご案内します。',
			button: '招待を確認する',
			after: 'このリンクは{日数}日間有効で、1回だけ使えます。\nお心当たりがない場合は、このメールを破棄してください。',
		},
	}),
	changeApproved: defineMail({
		key: 'office.change-approved',
		label: '事務所の変更：反映した',
		samples: office,
		required: ['事務所名'],
		words: {
			subject: '事務所の変更を反映しました',
			heading: '変更を反映しました',
			body: '「{事務所名}」の変更を確認し、公開しているページに反映しました。',
			button: EDIT,
			after: '',
		},
	}),
	changeReturned: defineMail({
		key: 'office.change-returned',
		label: '事務所の変更：修正のお願い',
		samples: { ...office, ...reason },
		required: ['事務所名', '理由'],
		words: {
			subject: '事務所の変更について、修正のお願い',
			heading: '修正をお願いします',
			body: `「{事務所名}」の変更に、確認が必要なところがありました。入力した内容は下書きに戻してあります。\n${because}`,
			button: EDIT,
			after: '',
		},
	}),
	suspended: defineMail({
		key: 'office.suspended',
		label: '事務所のページ：公開を停止した',
		samples: { ...office, ...reason },
		required: ['事務所名', '理由'],
		words: {
			subject: '事務所の公開を停止しました',
			heading: '公開を停止しました',
			body: `「{事務所名}」のページの公開を停止しました。\n${because}`,
			button: EDIT,
			after: '',
		},
	}),
	restored: defineMail({
		key: 'office.restored',
		label: '事務所のページ：公開停止を解除した',
		samples: office,
		required: ['事務所名'],
		words: {
			subject: '事務所の公開停止を解除しました',
			heading: '公開停止を解除しました',
			body: '「{事務所名}」の公開停止を解除しました。編集のページから、もう一度公開できます。',
			button: EDIT,
			after: '',
		},
	}),
} as const

export const invitationMail = (
	site: MailSite,
	invitation: { officeName: string; inviterName: string; url: string; days: number },
): MailText =>
	writeMail(
		site,
		officeWords.invitation,
		{ 事務所名: invitation.officeName, 招待した方: invitation.inviterName, 日数: `${invitation.days}` },
		{ url: invitation.url },
	)

type Decision = { officeId: number; officeName: string; reason: string | null }
const editUrl = ({ publicUrl }: MailSite, officeId: number) => `${publicUrl}/office/edit/${officeId}`

export const changeMail = (site: MailSite, { officeId, officeName, reason: given }: Decision): MailText =>
	given === null
		? writeMail(site, officeWords.changeApproved, { 事務所名: officeName }, { url: editUrl(site, officeId) })
		: writeMail(site, officeWords.changeReturned, { 事務所名: officeName, 理由: given }, { url: editUrl(site, officeId) })

export const suspensionMail = (site: MailSite, { officeId, officeName, reason: given }: Decision): MailText =>
	given === null
		? writeMail(site, officeWords.restored, { 事務所名: officeName }, { url: editUrl(site, officeId) })
		: writeMail(site, officeWords.suspended, { 事務所名: officeName, 理由: given }, { url: editUrl(site, officeId) })
