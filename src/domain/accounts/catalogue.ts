/**
 * The error catalogue (spec section 8, identity.md): from a code to the exact message and to the Japanese sentence shown
 * above it. Pure, so that pages, browser and server share one table.
 */
import type { DomainErrorKind } from '../shared/errors.ts'
import { switches } from '../shared/switch-names.ts'

/** What the person was doing: some codes have a separate message for it. */
export type AuthFlow = 'signUp' | 'signIn' | 'provider' | 'link' | 'changeEmail' | 'mail' | 'session' | 'user' | 'account'

type Entry = {
	kind: DomainErrorKind
	/** What a person reads first. */
	sentence: string
	/** The catalogue's message, where it is not the general one. */
	message?: string
	/** Where a flow differs. */
	flows?: Partial<Record<AuthFlow, { sentence?: string; message?: string }>>
	/** The form field that shows the message. */
	field?: 'email' | 'password' | 'currentPassword'
}

const wrongLogin = {
	message: 'Email or password is incorrect.',
	sentence: 'メールアドレスかパスワードが正しくありません。',
} as const

const entries = {
	'auth/email-already-in-use': {
		kind: 'conflict',
		sentence: 'このメールアドレスはすでに登録されています。ログインするか、パスワードの再設定をお試しください。',
		message: 'This email address is already registered.',
		field: 'email',
		flows: {
			changeEmail: { sentence: 'このメールアドレスはほかのアカウントで使われています。', message: '利用されているメールアドレスです' },
		},
	},
	'auth/wrong-password': {
		kind: 'invalid',
		sentence: 'パスワードが正しくありません。',
		flows: { signIn: wrongLogin },
		field: 'currentPassword',
	},
	'auth/invalid-credential': { kind: 'invalid', ...wrongLogin },
	'auth/user-not-found': {
		kind: 'not-found',
		sentence: 'このアカウントは見つかりませんでした。',
		flows: {
			signIn: wrongLogin,
			mail: { sentence: 'このメールアドレスの登録は見つかりませんでした。', message: 'Unknown error' },
		},
		field: 'email',
	},
	'auth/no-current-user': {
		kind: 'unauthenticated',
		sentence: 'ログインの状態を確認できませんでした。もう一度ログインしてください。',
		message: 'Unknown error (cannot get current user)',
	},
	'auth/account-exists-with-different-credential': {
		kind: 'conflict',
		sentence: '同じメールアドレスのアカウントがあります。登録したときの方法でログインし、マイページから連携してください。',
		message: 'Already used by another account.',
	},
	'auth/credential-already-in-use': {
		kind: 'conflict',
		sentence: 'この外部アカウントは、ほかのアカウントと連携されています。',
		message: 'Already used email address.',
	},
	'auth/provider-already-linked': { kind: 'conflict', sentence: 'この種類の外部アカウントは、すでに連携されています。' },
	'auth/no-such-provider': { kind: 'conflict', sentence: 'この外部アカウントは連携されていません。' },
	'auth/last-sign-in-method': {
		kind: 'conflict',
		sentence: 'ログインの方法がなくなるため、外せません。先にパスワードを設定するか、ほかの連携かパスキーを追加してください。',
	},
	'auth/missing-email': {
		kind: 'invalid',
		sentence: '選んだサービスからメールアドレスを受け取れませんでした。メールアドレスの提供を許可して、もう一度お試しください。',
		message: 'メールアドレスを取得できないため利用できません。',
	},
	'auth/missing-id-token': {
		kind: 'unauthenticated',
		sentence: 'ログインの確認に失敗しました。もう一度お試しください。',
		message: 'トークン取得できません。',
	},
	'auth/user-disabled': {
		kind: 'forbidden',
		sentence:
			'このアカウントは利用を停止しています。理由は、登録のメールアドレスにお送りしたメールでお知らせしています。お心当たりがない場合は、お問い合わせください。',
		message: 'This account has been suspended.',
	},
	'auth/user-without-email': {
		kind: 'forbidden',
		sentence: 'このアカウントにはメールアドレスがないため、ログインできません。',
		message: '不正なユーザです。',
		flows: { session: { message: '不正なユーザです。' } },
	},
	'auth/unknown-provider': { kind: 'invalid', sentence: 'このログイン方法には対応していません。', message: 'unknown provider' },
	'auth/no-auth-result': {
		kind: 'unavailable',
		sentence: '選んだサービスから結果を受け取れませんでした。もう一度お試しください。',
		message: 'Login error ({provider}).',
	},
	'auth/admin-restricted-operation': {
		kind: 'forbidden',
		sentence: switches['sign-up'].sentence,
		message: 'New accounts are not accepted at the moment.',
	},
	'auth/operation-not-allowed': { kind: 'unavailable', sentence: 'このログイン方法は、ただいま利用できません。' },
	'auth/user-mismatch': {
		kind: 'conflict',
		sentence: '別のアカウントで確認されました。ログイン中のアカウントで、もう一度確認してください。',
	},
	'auth/requires-recent-login': { kind: 'forbidden', sentence: '安全のため、もう一度ログインの確認をしてください。' },
	'auth/changes-frozen': {
		kind: 'forbidden',
		sentence:
			'メールアドレスを元に戻したあとの安全のため、いまは変更できません。24時間たつか、メールのリンクから新しいパスワードを設定すると、変更できるようになります。',
	},
	'auth/recent-address-change': {
		kind: 'throttled',
		sentence: 'メールアドレスが切り替わったばかりのため、まだ再設定できません。切り替えから1時間たってから、もう一度お試しください。',
		field: 'email',
	},
	'auth/multi-factor-auth-required': { kind: 'unauthenticated', sentence: '認証アプリのコードを入力してください。' },
	'auth/invalid-verification-code': { kind: 'invalid', sentence: 'コードが正しくありません。新しいコードでもう一度お試しください。' },
	'auth/second-factor-already-in-use': { kind: 'conflict', sentence: '二段階認証はすでに設定されています。' },
	'auth/no-second-factor': { kind: 'conflict', sentence: '二段階認証はまだ設定されていません。' },
	'auth/invalid-passkey': { kind: 'invalid', sentence: 'パスキーを確認できませんでした。もう一度お試しください。' },
	'auth/too-many-passkeys': { kind: 'conflict', sentence: 'パスキーは20個まで登録できます。使わないものを削除してください。' },
	'auth/passkeys-not-supported': { kind: 'unavailable', sentence: 'このブラウザではパスキーを使えません。' },
	'auth/weak-password': { kind: 'invalid', sentence: 'このパスワードは使えません。', field: 'password' },
	'auth/invalid-email': { kind: 'invalid', sentence: 'メールアドレスの形をご確認ください。', field: 'email' },
	'auth/expired-action-code': { kind: 'conflict', sentence: 'このリンクは有効期限が切れています。もう一度お手続きください。' },
	'auth/used-action-code': { kind: 'conflict', sentence: 'このリンクはすでに使われています。' },
	'auth/invalid-action-code': { kind: 'invalid', sentence: 'このリンクは正しくありません。メールのリンクをもう一度お確かめください。' },
	'auth/too-many-requests': { kind: 'throttled', sentence: '回数の上限に達しました。しばらくしてからお試しください。' },
	'auth/invalid-id-token': { kind: 'unauthenticated', sentence: 'ログインの確認に失敗しました。もう一度ログインしてください。' },
	'auth/id-token-expired': { kind: 'unauthenticated', sentence: 'ログインの確認から時間がたちました。もう一度ログインしてください。' },
	'auth/id-token-revoked': { kind: 'unauthenticated', sentence: 'このログインは取り消されました。もう一度ログインしてください。' },
	'auth/session-required': { kind: 'unauthenticated', sentence: 'ログインしてください。' },
	'auth/invalid-ticket': { kind: 'invalid', sentence: 'ログインの手続きが無効になりました。はじめからお試しください。' },
	'auth/user-creation-failed': {
		kind: 'conflict',
		sentence: '利用者情報を登録できませんでした。しばらくしてからお試しください。',
		message: 'User data creation failed. ({error})',
	},
	'auth/csrf-mismatch': { kind: 'forbidden', sentence: 'ページを再読み込みしてから、もう一度お試しください。' },
	'auth/popup-blocked': {
		kind: 'forbidden',
		sentence: 'ログイン用の小さな画面が開けませんでした。ブラウザのポップアップブロックを解除してください。',
	},
	'auth/popup-closed-by-user': { kind: 'forbidden', sentence: 'ログイン用の画面が閉じられました。続けるには、もう一度お試しください。' },
	'auth/cancelled-popup-request': { kind: 'forbidden', sentence: '別のログイン手続きを始めたため、先の手続きは取り消されました。' },
	'auth/access-denied': { kind: 'forbidden', sentence: '選んだサービスで許可されなかったため、ログインできませんでした。' },
	'auth/network-request-failed': { kind: 'unavailable', sentence: '通信できませんでした。接続をご確認のうえ、もう一度お試しください。' },
	'auth/unauthorized-domain': { kind: 'forbidden', sentence: 'このアドレスからはログインできません。正しいアドレスで開き直してください。' },
	'auth/invalid-auth-event': { kind: 'invalid', sentence: 'ログインの手続きを続けられませんでした。はじめからお試しください。' },
	'auth/invalid-api-key': { kind: 'unavailable', sentence: 'ログイン機能の設定に誤りがあります。運営者にお知らせください。' },
	'auth/auth-domain-config-required': { kind: 'unavailable', sentence: 'ログイン機能の設定が足りません。運営者にお知らせください。' },
	'auth/internal-error': { kind: 'unavailable', sentence: 'エラーが発生しました。しばらくしてからお試しください。' },
} as const satisfies Record<string, Entry>

export type AuthErrorCode = keyof typeof entries

const table: Readonly<Record<AuthErrorCode, Entry>> = entries

export const authErrorCodes = Object.keys(entries) as AuthErrorCode[]

export function isAuthErrorCode(code: unknown): code is AuthErrorCode {
	return typeof code === 'string' && Object.hasOwn(entries, code)
}

/** Placeholders of a message. */
export type MessageParts = { provider?: string | undefined; error?: string | undefined }

/** Returns the exact message of the catalogue. A code that is not in the table gets the default message. */
export function catalogueMessage(code: string, flow: AuthFlow, parts: MessageParts = {}): string {
	const entry = isAuthErrorCode(code) ? table[code] : undefined
	const general = flow === 'session' ? `Session token NG (${code})` : (entry?.message ?? `Unexpected error occurred. (${code})`)
	const message = entry?.flows?.[flow]?.message ?? general
	return message.replace('{provider}', parts.provider ?? '').replace('{error}', parts.error ?? '')
}

/** The Japanese sentence that a page shows first. */
export function catalogueSentence(code: string, flow: AuthFlow): string {
	const entry = isAuthErrorCode(code) ? table[code] : table['auth/internal-error']
	return entry.flows?.[flow]?.sentence ?? entry.sentence
}

/** The kind of error, which decides the response status. */
export function catalogueKind(code: AuthErrorCode): DomainErrorKind {
	return table[code].kind
}

/** The form field that the code concerns, or null. At login the response must not reveal which of the two was wrong. */
export function catalogueField(code: string, flow: AuthFlow): 'email' | 'password' | 'currentPassword' | null {
	if (!isAuthErrorCode(code) || flow === 'signIn') return null
	return table[code].field ?? null
}

/** Messages of the catalogue that belong to no identity code. */
export const pageNotFoundMessage = (path: string) => `Page not found: ${path}`

export const isPageNotFoundMessage = (text: string): boolean => text.startsWith(pageNotFoundMessage(''))
