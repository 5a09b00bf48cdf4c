import { ownCredentialsPath } from '../shared/links.ts'
import { mail as composeMail, type MailSite, type MailText } from '../accounts/mails.ts'
import type { DecidedState } from './tables.ts'

/** The mails about an expert's application. */
export const submittedMail = (site: MailSite): MailText =>
	composeMail(site, {
		subject: '専門家登録の申請を受け付けました',
		heading: '申請を受け付けました',
		body: [
			'専門家登録の申請をいただき、ありがとうございます。登録番号と書類を確認し、結果をメールでお知らせします。',
			'審査の状況は、申請のページでいつでも確認できます。',
		],
		button: { label: '申請の状況を見る', url: `${site.publicUrl}/expert/register` },
	})

/** The decision of staff, with their reason verbatim. */
export function decisionMail(site: MailSite, decision: { state: DecidedState; reason: string; expertId: number }): MailText {
	const { state, reason, expertId } = decision
	const because = ['運営からのお知らせ：', ...reason.split('\n').filter((line) => line.trim() !== '')]
	const page = `${site.publicUrl}/expert/register`
	switch (state) {
		case 'verified':
			return composeMail(site, {
				subject: '専門家の登録が完了しました',
				heading: '資格の確認が終わりました',
				body: ['登録番号と書類の確認が終わり、専門家のページを公開しました。', 'みんなの質問に回答できるようになりました。'],
				button: { label: '公開されたページを見る', url: `${site.publicUrl}/expert/${expertId}` },
				after: ['提出された書類は、30日後に削除します。'],
			})
		case 'needs_fix':
			return composeMail(site, {
				subject: '専門家登録の申請について、修正のお願い',
				heading: '修正をお願いします',
				body: ['申請の内容に、確認が必要なところがありました。修正して、もう一度提出してください。', ...because],
				button: { label: '申請を修正する', url: page },
			})
		case 'rejected':
			return composeMail(site, {
				subject: '専門家登録の審査の結果',
				heading: '今回は登録を見送らせていただきました',
				body: ['申請の内容を確認した結果、登録をお受けできませんでした。', ...because],
				button: { label: '申請のページを開く', url: page },
				after: ['入力した内容を直して、もう一度申請することもできます。提出された書類は、30日後に削除します。'],
			})
		case 'suspended':
			return composeMail(site, {
				subject: '専門家ページの公開を停止しました',
				heading: '公開を停止しました',
				body: ['専門家のページと、質問への回答を停止しました。', ...because],
				button: { label: '理由とお問い合わせ先を見る', url: page },
			})
	}
}

/** What staff decided on a credential that a verified expert added or renewed. */
export function changeDecisionMail(
	site: MailSite,
	decision: { state: 'verified' | 'needs_fix'; reason: string; professionName: string; expertId: number },
): MailText {
	const { state, reason, professionName, expertId } = decision
	if (state === 'verified')
		return composeMail(site, {
			subject: `${professionName}の資格の確認が終わりました`,
			heading: '資格の確認が終わりました',
			body: [
				`${professionName}の登録番号と書類の確認が終わり、専門家のページに載せました。`,
				'この資格で行える業務を、プロフィールで選べるようになりました。',
			],
			button: { label: '公開されたページを見る', url: `${site.publicUrl}/expert/${expertId}` },
			after: ['提出された書類は、30日後に削除します。'],
		})
	return composeMail(site, {
		subject: `${professionName}の資格の申請について、修正のお願い`,
		heading: '修正をお願いします',
		body: [
			`${professionName}の資格の申請に、確認が必要なところがありました。いま公開しているページは、そのままです。`,
			'運営からのお知らせ：',
			...reason.split('\n').filter((line) => line.trim() !== ''),
		],
		button: { label: '申請を修正する', url: `${site.publicUrl}${ownCredentialsPath()}` },
	})
}

export const joinRequestMail = (site: MailSite, request: { officeName: string; expertName: string; professions: string }): MailText =>
	composeMail(site, {
		subject: '事務所への参加の申請が届きました',
		heading: '事務所への参加の申請',
		body: [
			`${request.professions}の${request.expertName}さんから、「${request.officeName}」への参加の申請が届きました。`,
			'ご存じの方であれば承認してください。承認すると、審査のあとで事務所のページにお名前が載ります。',
		],
		button: { label: '申請を確認する', url: `${site.publicUrl}/mypage/expert` },
		after: ['心当たりのない申請は、承認しないでください。'],
	})

export const joinAnswerMail = (site: MailSite, answer: { officeName: string; isAccepted: boolean }): MailText =>
	composeMail(site, {
		subject: answer.isAccepted ? '事務所への参加が承認されました' : '事務所への参加の申請について',
		heading: answer.isAccepted ? '参加が承認されました' : '参加は承認されませんでした',
		body: [
			answer.isAccepted
				? `「${answer.officeName}」への参加が承認されました。`
				: `「${answer.officeName}」への参加の申請は、承認されませんでした。事務所の方に直接ご確認ください。`,
		],
		button: { label: '申請のページを開く', url: `${site.publicUrl}/expert/register` },
	})
