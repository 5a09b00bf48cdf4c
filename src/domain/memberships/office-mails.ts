import { mail as composeMail, type MailSite, type MailText } from '../accounts/mails.ts'

/** Mails about an office: invitations and decisions of staff. */
export const invitationMail = (
	site: MailSite,
	invitation: { officeName: string; inviterName: string; url: string; days: number },
): MailText =>
	composeMail(site, {
		subject: `「${invitation.officeName}」のメンバーへの招待`,
		heading: '事務所のメンバーへの招待',
		body: [
			`${invitation.inviterName}さんから、${site.name}の「${invitation.officeName}」のメンバーに招待されました。`,
			'下のボタンを開き、このメールアドレスのアカウントでログインして、参加するかどうかをお選びください。専門家の登録がまだの方は、先に登録のページをご案内します。',
		],
		button: { label: '招待を確認する', url: invitation.url },
		after: [`このリンクは${invitation.days}日間有効で、1回だけ使えます。`, 'お心当たりがない場合は、このメールを破棄してください。'],
	})

const lines = (reason: string) => ['運営からのお知らせ：', ...reason.split('\n').filter((line) => line.trim() !== '')]

export const changeMail = (site: MailSite, change: { officeId: number; officeName: string; reason: string | null }): MailText =>
	composeMail(site, {
		subject: change.reason === null ? '事務所の変更を反映しました' : '事務所の変更について、修正のお願い',
		heading: change.reason === null ? '変更を反映しました' : '修正をお願いします',
		body:
			change.reason === null
				? [`「${change.officeName}」の変更を確認し、公開しているページに反映しました。`]
				: [
						`「${change.officeName}」の変更に、確認が必要なところがありました。入力した内容は下書きに戻してあります。`,
						...lines(change.reason),
					],
		button: { label: '事務所の編集を開く', url: `${site.publicUrl}/office/edit/${change.officeId}` },
	})

export const suspensionMail = (site: MailSite, office: { officeId: number; officeName: string; reason: string | null }): MailText =>
	composeMail(site, {
		subject: office.reason === null ? '事務所の公開停止を解除しました' : '事務所の公開を停止しました',
		heading: office.reason === null ? '公開停止を解除しました' : '公開を停止しました',
		body:
			office.reason === null
				? [`「${office.officeName}」の公開停止を解除しました。編集のページから、もう一度公開できます。`]
				: [`「${office.officeName}」のページの公開を停止しました。`, ...lines(office.reason)],
		button: { label: '事務所の編集を開く', url: `${site.publicUrl}/office/edit/${office.officeId}` },
	})
