import { defineMail } from '../../accounts/mailing/mail-words.ts'
import { type MailSite, type MailText, writeMail } from '../../accounts/mails.ts'
import { claimPath, officeClaimLinkPath, officeEditPath, officeMembersPath } from '../../shared/links.ts'
import { CLAIM_CODE_DAYS, CLAIM_MAIL_DAYS } from './claim-input.ts'

/** The mails about a claim to an office: to the office, to the claimant and to its members. */
const office = { 事務所名: 'みたか税理士事務所' }
const claimant = { ...office, 申出者: '見本 太郎' }
const because = { ...office, 理由: '所属する会の名簿で、代表者のお名前を確認できませんでした。' }

export const claimWords = {
	proof: defineMail({
		key: 'claim.proof',
		label: '事務所の代表者の申し出：事務所への確認',
		samples: { ...claimant, 日数: `${CLAIM_MAIL_DAYS}` },
		required: ['事務所名', '申出者'],
		words: {
			subject: '「{事務所名}」の代表者についての確認',
			heading: '事務所の方への確認です',
			body: '{申出者}さんから、{サイト名}に掲載されている「{事務所名}」の代表者として編集したい、という申し出がありました。\nご本人は、申し出に使ったアカウントでログインして、下のボタンを押してください。',
			button: '事務所の代表者であることを確認する',
			after: 'このリンクは{日数}日間有効です。心当たりがない場合は、何もしないでください。編集できるようにはなりません。',
		},
	}),
	asked: defineMail({
		key: 'claim.asked',
		label: '事務所の代表者の申し出：メンバーへの確認',
		samples: claimant,
		required: ['事務所名', '申出者'],
		words: {
			subject: '「{事務所名}」の代表者についての確認のお願い',
			heading: '代表者になりたいという申し出がありました',
			body: '{申出者}さんから、「{事務所名}」の代表者になりたいという申し出がありました。事務所への確認は済んでいます。\n認めるかどうかを、メンバーのページでお答えください。認めると、すぐに代表者になります。',
			button: 'メンバーのページを開く',
			after: '心当たりがない場合は「異議がある」を選んでください。運営の担当者が確かめます。',
		},
	}),
	codeGiven: defineMail({
		key: 'claim.code-given',
		label: '事務所の代表者の申し出：確認コードを伝えた',
		samples: { ...office, 日数: `${CLAIM_CODE_DAYS}` },
		required: ['事務所名'],
		words: {
			subject: '「{事務所名}」の確認コードをお届けします',
			heading: '確認コードをお届けします',
			body: '「{事務所名}」の所在地への郵便か、電話で、8桁の確認コードをお伝えします。届いたコードを、申し出のページに入力してください。',
			button: '確認コードを入力する',
			after: 'コードは{日数}日間有効です。届かない場合は、お問い合わせください。',
		},
	}),
	granted: defineMail({
		key: 'claim.granted',
		label: '事務所の代表者の申し出：代表者になった',
		samples: office,
		required: ['事務所名'],
		words: {
			subject: '「{事務所名}」の代表者になりました',
			heading: '代表者になりました',
			body: '「{事務所名}」の確認が終わり、代表者になりました。ページの編集、メンバーの招待、依頼への回答ができます。',
			button: '事務所のページを編集する',
			after: '',
		},
	}),
	notified: defineMail({
		key: 'claim.notified',
		label: '事務所の代表者の申し出：代表者が決まった（メンバーへ）',
		samples: claimant,
		required: ['事務所名', '申出者'],
		words: {
			subject: '「{事務所名}」の代表者が変わりました',
			heading: '代表者が変わりました',
			body: '事務所への確認のうえ、{申出者}さんが「{事務所名}」の代表者になりました。',
			button: 'メンバーのページを開く',
			after: '心当たりがない場合は、お問い合わせからお知らせください。',
		},
	}),
	declined: defineMail({
		key: 'claim.declined',
		label: '事務所の代表者の申し出：認められなかった',
		samples: because,
		required: ['事務所名', '理由'],
		words: {
			subject: '「{事務所名}」の申し出について',
			heading: '申し出は認められませんでした',
			body: '「{事務所名}」の代表者になる申し出は、認められませんでした。\n{理由}',
			button: '申し出のページを開く',
			after: '',
		},
	}),
} as const

type Named = { officeName: string; claimantName: string }

export const proofMail = (site: MailSite, { officeName, claimantName, token }: Named & { token: string }): MailText =>
	writeMail(
		site,
		claimWords.proof,
		{ 事務所名: officeName, 申出者: claimantName, 日数: `${CLAIM_MAIL_DAYS}` },
		{ url: `${site.publicUrl}${officeClaimLinkPath(token)}` },
	)

export const askedMail = (site: MailSite, { officeId, officeName, claimantName }: Named & { officeId: number }): MailText =>
	writeMail(
		site,
		claimWords.asked,
		{ 事務所名: officeName, 申出者: claimantName },
		{ url: `${site.publicUrl}${officeMembersPath(officeId)}` },
	)

export const notifiedMail = (site: MailSite, { officeId, officeName, claimantName }: Named & { officeId: number }): MailText =>
	writeMail(
		site,
		claimWords.notified,
		{ 事務所名: officeName, 申出者: claimantName },
		{ url: `${site.publicUrl}${officeMembersPath(officeId)}` },
	)

export const codeGivenMail = (site: MailSite, officeName: string): MailText =>
	writeMail(site, claimWords.codeGiven, { 事務所名: officeName, 日数: `${CLAIM_CODE_DAYS}` }, { url: `${site.publicUrl}${claimPath()}` })

export const grantedMail = (site: MailSite, { officeId, officeName }: { officeId: number; officeName: string }): MailText =>
	writeMail(site, claimWords.granted, { 事務所名: officeName }, { url: `${site.publicUrl}${officeEditPath(officeId)}` })

export const declinedMail = (site: MailSite, { officeName, reason }: { officeName: string; reason: string }): MailText =>
	writeMail(site, claimWords.declined, { 事務所名: officeName, 理由: reason }, { url: `${site.publicUrl}${claimPath()}` })
