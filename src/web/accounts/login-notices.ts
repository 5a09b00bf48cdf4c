/** Notices on the login page by the reason for coming there. */
export const loginNotices = {
	needed: 'このページを見るには、ログインしてください。ログイン後、元のページに戻ります。',
	verified: 'メールアドレスを確認しました。ログインしてご利用ください。',
	reset: '新しいパスワードを設定しました。新しいパスワードでログインしてください。',
	recovered:
		'メールアドレスを元に戻し、すべての端末からログアウトして、これまでのパスワードを無効にしました。お送りしたメールから、新しいパスワードを設定してください。',
	left: '退会の手続きが完了しました。ご利用ありがとうございました。',
} as const

export type LoginNotice = keyof typeof loginNotices

export function parseNotice(given: string | null): LoginNotice | null {
	return given !== null && Object.hasOwn(loginNotices, given) ? (given as LoginNotice) : null
}
