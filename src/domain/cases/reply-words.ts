import { defineMail } from '../accounts/mailing/mail-words.ts'

/** The words of mails about replies that could not be added to a case. */
export const replyWords = {
	refused: defineMail({
		key: 'reply.refused',
		label: 'メールでの返信：受け付けられなかった',
		samples: { 理由: 'このやり取りは終了しています。再開すると、続きを送れます。' },
		required: ['理由'],
		words: {
			subject: 'メールでの返信を受け付けられませんでした',
			heading: 'メールでの返信を受け付けられませんでした',
			body: 'お送りいただいたメールは、相手の方に届いていません。\n理由：{理由}',
			button: 'やり取りのページを開く',
			after:
				'返信は、サイトのやり取りのページからも送れます。お心当たりがない場合は、通知の設定で、これまでのメールの返信先を無効にできます。',
		},
	}),
} as const
