/** Messages of rejected forms: one wording for the entire site. */

/** Heads the errors of single fields. */
export const checkInputText = (fields: Readonly<Record<string, string>>): string =>
	`入力内容を確認してください（${Object.keys(fields).length}か所）。`

/** The page was rendered for another version of the site, or a form was made by hand. */
export const UNKNOWN_FORM = 'ページを開き直して、もう一度お試しください。'

export const SIGNED_OUT =
	'ログインの状態が切れています。入力した内容は、この画面に残っています。別のタブでログインしてから、もう一度送信してください。'
