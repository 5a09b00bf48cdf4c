/** Columns and limits of a file of offices that staff import. Pure: the page shows them, the server checks them. */

/** In the order of the template; `sample` fills its only row. */
export const importColumns = [
	{ key: 'email', title: 'メールアドレス', sample: 'hanako@office.example', note: '案内を送る宛先' },
	{ key: 'displayName', title: '氏名', sample: '見本 花子', note: '40文字以内' },
	{ key: 'kana', title: 'ふりがな', sample: 'みほん はなこ', note: 'ひらがな・カタカナ' },
	{ key: 'profession', title: '資格', sample: '税理士', note: '9つの資格の名前' },
	{ key: 'registrationNumber', title: '登録番号', sample: '第123456号', note: '30文字以内' },
	{ key: 'association', title: '所属する会', sample: '東京税理士会', note: '60文字以内' },
	{ key: 'kind', title: '事務所の種類', sample: '個人事務所', note: '個人事務所・士業法人・会社・合同事務所' },
	{ key: 'officeName', title: '事務所名', sample: 'みほん税理士事務所', note: '80文字以内' },
	{ key: 'officeKana', title: '事務所のふりがな', sample: 'みほんぜいりしじむしょ', note: 'ひらがな・カタカナ' },
	{ key: 'postalCode', title: '郵便番号', sample: '181-0013', note: '7桁' },
	{ key: 'municipality', title: '市区町村', sample: '', note: '1つの郵便番号が複数の市区町村にまたがるときだけ' },
	{ key: 'addressLine', title: '町名・番地', sample: '下連雀3丁目1-1', note: '120文字以内' },
	{ key: 'phone', title: '電話番号', sample: '0422-00-0000', note: '市外局番から' },
	{ key: 'corporateNumber', title: '法人番号', sample: '', note: '13桁。個人事務所は空欄' },
	{ key: 'invoiceNumber', title: 'インボイス登録番号', sample: '', note: 'Tと13桁。なければ空欄' },
] as const

export type ImportColumn = (typeof importColumns)[number]['key']

export const MAX_IMPORT_ROWS = 2_000
export const SOURCE_LENGTH = { min: 5, max: 200 } as const
/** How long the link of an invitation is valid. */
export const INVITATION_DAYS = 30
/** So long after the first mail a batch may be sent a second time, once. */
export const RESEND_AFTER_DAYS = 7
/** Invitations that one run of the job sends; it runs every minute. */
export const MAILS_PER_RUN = 20
/** An import that was not confirmed, and rows that were not invited, are deleted after so many days. */
export const CHECKED_DAYS = 7

export const importStateLabels = {
	ready: '案内できます',
	faulty: '直すところがあります',
	known: '対象外',
	waiting: '送信待ち',
	invited: '返事待ち',
	consented: '同意',
	refused: '辞退',
	expired: '期限切れ',
} as const

export type ImportState = keyof typeof importStateLabels
