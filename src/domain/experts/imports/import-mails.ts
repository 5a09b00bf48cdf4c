import { defineMail } from '../../accounts/mailing/mail-words.ts'
import { type MailSite, type MailText, writeMail } from '../../accounts/mails.ts'
import { importInvitationPath, stopMailsPath } from '../../shared/links.ts'
import { INVITATION_DAYS } from './import-input.ts'

/** The mail to people whose office staff have imported. */
export const importWords = {
	invitation: defineMail({
		key: 'expert.imported',
		label: '取り込んだ事務所への案内',
		samples: { 氏名: '見本 花子', 事務所名: 'みほん税理士事務所', 入手元: '貴事務所のWebサイト', 日数: `${INVITATION_DAYS}` },
		required: ['事務所名', '入手元'],
		words: {
			subject: '「{事務所名}」の掲載のご案内',
			heading: '掲載のご案内',
			body: '{氏名}様\n突然のご連絡を失礼いたします。{サイト名}は、事業者が税理士・社労士などの専門家を探すためのサイトです。\n「{事務所名}」の情報をもとに、掲載の下書きを用意しました。まだ公開していません。同意なく公開することもありません。\n下のボタンから内容を確かめて、登録するかどうかをお選びください。登録と掲載は無料です。',
			button: '内容を確かめる',
			after:
				'ご連絡先は、{入手元}で拝見しました。\nこのリンクは{日数}日間有効です。お返事がない場合、用意した情報は期限のあとに消去します。',
		},
	}),
} as const

/** `refusalKey` still refuses after the token is replaced or expired. */
type Invitation = { displayName: string; officeName: string; source: string; token: string; refusalKey: string; daysLeft: number }

export function invitationMail(
	site: MailSite,
	{ displayName, officeName, source, token, refusalKey, daysLeft }: Invitation,
): MailText & { unsubscribeUrl: string } {
	const urlOf = (key: string) => `${site.publicUrl}${importInvitationPath(key)}`
	return {
		...writeMail(
			site,
			importWords.invitation,
			{ 氏名: displayName, 事務所名: officeName, 入手元: source, 日数: `${daysLeft}` },
			{ url: urlOf(token), footLinks: [{ label: '今後この案内を受け取らない', url: `${urlOf(refusalKey)}#refuse` }] },
		),
		unsubscribeUrl: `${site.publicUrl}${stopMailsPath(refusalKey)}`,
	}
}
