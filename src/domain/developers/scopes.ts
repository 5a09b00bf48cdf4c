/** What a token of the API may be used for. Pure, for pages as for the server. */

export const scopes = ['read:public', 'read:offices', 'read:leads', 'write:leads'] as const
export type Scope = (typeof scopes)[number]

export const scopeLabels: Readonly<Record<Scope, string>> = {
	'read:public': '公開の情報を読む（回数の上限が上がります）',
	'read:offices': 'ご自身の事務所の情報を読む',
	'read:leads': '届いた見積もり依頼と問い合わせを読む',
	'write:leads': '見積もり依頼と問い合わせに答える',
}

/** For how many days a token may be valid. */
export const tokenDays = [30, 90, 365] as const
export type TokenDays = (typeof tokenDays)[number]

/** What every token begins with, so that one that was published by mistake is found by a search. */
export const TOKEN_PREFIX = 'shirube_'

export const TOKEN_NAME_MAX = 60
