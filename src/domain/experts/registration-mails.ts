import { defineMail, defineTexts } from '../accounts/mailing/mail-words.ts'
import { type MailSite, type MailText, writeMail } from '../accounts/mails.ts'
import { ownCredentialsPath } from '../shared/links.ts'
import type { DecidedState } from './tables.ts'

/** The mails about an expert's application. */
const reason = { 理由: '登録番号の写しの文字が読み取れませんでした。撮り直した書類をお送りください。' }
const because = '運営からのお知らせ：\n{理由}'
const profession = { 資格: '税理士' }
const office = { 事務所名: 'みたか税理士事務所' }

export const registrationWords = {
	submitted: defineMail({
		key: 'expert.submitted',
		label: '専門家の申請：受け付けた',
		samples: {},
		words: {
			subject: '専門家登録の申請を受け付けました',
			heading: '申請を受け付けました',
			body: '専門家登録の申請をいただき、ありがとうございます。登録番号と書類を確認し、結果をメールでお知らせします。\n審査の状況は、申請のページでいつでも確認できます。',
			button: '申請の状況を見る',
			after: '',
		},
	}),
	verified: defineMail({
		key: 'expert.verified',
		label: '専門家の申請：確認が終わった',
		samples: {},
		words: {
			subject: '専門家の登録が完了しました',
			heading: '資格の確認が終わりました',
			body: '登録番号と書類の確認が終わり、専門家のページを公開しました。\nみんなの質問に回答できるようになりました。',
			button: '公開されたページを見る',
			after: '提出された書類は、30日後に削除します。',
		},
	}),
	needs_fix: defineMail({
		key: 'expert.needs-fix',
		label: '専門家の申請：修正のお願い',
		samples: reason,
		required: ['理由'],
		words: {
			subject: '専門家登録の申請について、修正のお願い',
			heading: '修正をお願いします',
			body: `申請の内容に、確認が必要なところがありました。修正して、もう一度提出してください。\n${because}`,
			button: '申請を修正する',
			after: '',
		},
	}),
	rejected: defineMail({
		key: 'expert.rejected',
		label: '専門家の申請：見送った',
		samples: reason,
		required: ['理由'],
		words: {
			subject: '専門家登録の審査の結果',
			heading: '今回は登録を見送らせていただきました',
			body: `申請の内容を確認した結果、登録をお受けできませんでした。\n${because}`,
			button: '申請のページを開く',
			after: '入力した内容を直して、もう一度申請することもできます。提出された書類は、30日後に削除します。',
		},
	}),
	suspended: defineMail({
		key: 'expert.suspended',
		label: '専門家のページ：公開を停止した',
		samples: reason,
		required: ['理由'],
		words: {
			subject: '専門家ページの公開を停止しました',
			heading: '公開を停止しました',
			body: `専門家のページと、質問への回答を停止しました。\n${because}`,
			button: '理由とお問い合わせ先を見る',
			after: '',
		},
	}),
	changeVerified: defineMail({
		key: 'expert.credential-verified',
		label: '資格の追加・更新：確認が終わった',
		samples: profession,
		words: {
			subject: '{資格}の資格の確認が終わりました',
			heading: '資格の確認が終わりました',
			body: '{資格}の登録番号と書類の確認が終わり、専門家のページに載せました。\nこの資格で行える業務を、プロフィールで選べるようになりました。',
			button: '公開されたページを見る',
			after: '提出された書類は、30日後に削除します。',
		},
	}),
	changeNeedsFix: defineMail({
		key: 'expert.credential-needs-fix',
		label: '資格の追加・更新：修正のお願い',
		samples: { ...profession, ...reason },
		required: ['理由'],
		words: {
			subject: '{資格}の資格の申請について、修正のお願い',
			heading: '修正をお願いします',
			body: `{資格}の資格の申請に、確認が必要なところがありました。いま公開しているページは、そのままです。\n${because}`,
			button: '申請を修正する',
			after: '',
		},
	}),
	recheckDue: defineMail({
		key: 'expert.recheck-due',
		label: '年に一度の再確認：時期が近い',
		samples: {},
		words: {
			subject: '年に一度の登録内容の確認',
			heading: '登録内容に変わりはありませんか',
			body: '資格を確認してから、まもなく1年になります。担当者が公的な名簿で、登録が続いていることを確認します。\n登録番号・所属・氏名に変わりがないかをご確認ください。変わっていなければ、お手続きは要りません。',
			button: '登録内容を確認する',
			after: '変わったときは、新しい内容と書類を申請してください。確認が済むまで、公開中のページはそのままです。',
		},
	}),
	recheck: defineMail({
		key: 'expert.recheck',
		label: '年に一度の再確認：本人に確認を頼んだ',
		samples: { 理由: '名簿で登録番号123456を確認できませんでした。登録が続いていることが分かる書類をお送りください。' },
		required: ['理由'],
		words: {
			subject: '登録内容の確認のお願い',
			heading: '登録内容を確認させてください',
			body: `年に一度、専門家の資格を公的な名簿で確認しています。次の点を確認できませんでした。いま公開しているページは、そのままです。\n${because}`,
			button: '資格を確認・変更する',
			after: '登録番号や所属が変わったときは、新しい内容と書類を申請してください。ご連絡がないときは、公開を停止することがあります。',
		},
	}),
	joinRequest: defineMail({
		key: 'expert.join-request',
		label: '事務所への参加：申請が届いた',
		samples: { ...office, 申請者: '見本 太郎', 資格: '税理士' },
		required: ['申請者', '事務所名'],
		words: {
			subject: '事務所への参加の申請が届きました',
			heading: '事務所への参加の申請',
			body: '{資格}の{申請者}さんから、「{事務所名}」への参加の申請が届きました。\nご存じの方であれば承認してください。承認すると、審査のあとで事務所のページにお名前が載ります。',
			button: '申請を確認する',
			after: '心当たりのない申請は、承認しないでください。',
		},
	}),
	joinAccepted: defineMail({
		key: 'expert.join-accepted',
		label: '事務所への参加：承認された',
		samples: office,
		required: ['事務所名'],
		words: {
			subject: '事務所への参加が承認されました',
			heading: '参加が承認されました',
			body: '「{事務所名}」への参加が承認されました。',
			button: '申請のページを開く',
			after: '',
		},
	}),
	joinDeclined: defineMail({
		key: 'expert.join-declined',
		label: '事務所への参加：承認されなかった',
		samples: office,
		required: ['事務所名'],
		words: {
			subject: '事務所への参加の申請について',
			heading: '参加は承認されませんでした',
			body: '「{事務所名}」への参加の申請は、承認されませんでした。事務所の方に直接ご確認ください。',
			button: '申請のページを開く',
			after: '',
		},
	}),
} as const

/** What the site says about an expert's registration, besides its mails. */
export const registrationTexts = defineTexts('expert', {
	verified: ['専門家の申請：確認が終わった', '資格の確認が終わり、専門家のページを公開しました。みんなの質問に回答できます。'],
	needs_fix: ['専門家の申請：修正のお願い', '専門家登録の申請に、修正をお願いしたいところがあります。'],
	rejected: ['専門家の申請：見送った', '専門家登録の審査の結果をお知らせします。今回は登録を見送らせていただきました。'],
	suspended: ['専門家のページ：公開を停止した', '専門家のページの公開を停止しました。'],
	changeVerified: ['資格の追加・更新：確認が終わった', '{資格}の確認が終わり、専門家のページに載りました。', profession],
	changeNeedsFix: ['資格の追加・更新：修正のお願い', '{資格}の申請に、修正をお願いしたいところがあります。', profession],
	recheckDue: [
		'年に一度の再確認：時期が近い',
		'資格を確認してから1年になります。登録番号・所属・氏名に変わりがないかご確認ください。変わったときは、資格の変更を申請してください。',
	],
	recheck: [
		'年に一度の再確認：本人に確認を頼んだ',
		'資格の再確認で、確認できないところがありました。メールの内容をご覧のうえ、資格をご確認ください。',
	],
	ended: [
		'付加資格：有効期間が終わった',
		'{資格}の有効期間が終わったため、表示と、その資格で行う業務の掲載を止めました。新しい証明書を添えて申請すると、確認のあとで元に戻ります。',
		{ 資格: '「認定司法書士」' },
	],
	ends: [
		'付加資格：有効期間がまもなく終わる',
		'「{資格}」の有効期間が{期日}で終わります。更新した証明書を添えて申請すると、掲載を続けられます。',
		{ 資格: '認定司法書士', 期日: '2027年3月31日' },
	],
})

const applicationUrl = ({ publicUrl }: MailSite) => `${publicUrl}/expert/register`

export const submittedMail = (site: MailSite): MailText => writeMail(site, registrationWords.submitted, {}, { url: applicationUrl(site) })

/** The decision of staff, with their reason verbatim. */
export function decisionMail(site: MailSite, decision: { state: DecidedState; reason: string; expertId: number }): MailText {
	const { state, reason: given, expertId } = decision
	if (state === 'verified') return writeMail(site, registrationWords.verified, {}, { url: `${site.publicUrl}/expert/${expertId}` })
	return writeMail(site, registrationWords[state], { 理由: given }, { url: applicationUrl(site) })
}

/** What staff decided on a credential that a verified expert added or renewed. */
export function changeDecisionMail(
	site: MailSite,
	decision: { state: 'verified' | 'needs_fix'; reason: string; professionName: string; expertId: number },
): MailText {
	const { state, reason: given, professionName: 資格, expertId } = decision
	return state === 'verified'
		? writeMail(site, registrationWords.changeVerified, { 資格 }, { url: `${site.publicUrl}/expert/${expertId}` })
		: writeMail(site, registrationWords.changeNeedsFix, { 資格, 理由: given }, { url: `${site.publicUrl}${ownCredentialsPath()}` })
}

/** What a reviewer could not confirm in the yearly comparison with the register, verbatim. */
export const recheckMail = (site: MailSite, given: string): MailText =>
	writeMail(site, registrationWords.recheck, { 理由: given }, { url: `${site.publicUrl}${ownCredentialsPath()}` })

/** A month before that comparison. */
export const recheckDueMail = (site: MailSite): MailText =>
	writeMail(site, registrationWords.recheckDue, {}, { url: `${site.publicUrl}${ownCredentialsPath()}` })

export const joinRequestMail = (site: MailSite, request: { officeName: string; expertName: string; professions: string }): MailText =>
	writeMail(
		site,
		registrationWords.joinRequest,
		{ 事務所名: request.officeName, 申請者: request.expertName, 資格: request.professions },
		{ url: `${site.publicUrl}/mypage/expert` },
	)

export const joinAnswerMail = (site: MailSite, answer: { officeName: string; isAccepted: boolean }): MailText =>
	writeMail(
		site,
		answer.isAccepted ? registrationWords.joinAccepted : registrationWords.joinDeclined,
		{ 事務所名: answer.officeName },
		{ url: applicationUrl(site) },
	)
