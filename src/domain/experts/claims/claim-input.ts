import { isCorporateNumber } from '../registration-input.ts'

/** Numbers, limits and labels of claims to an office. Pure: the pages show them, the server checks them. */

/** How long the link of a claim's mail is valid. */
export const CLAIM_MAIL_DAYS = 7
/** How long a claim waits for the code that staff give. */
export const CLAIM_CODE_WAIT_DAYS = 60
/** How long the code is valid after staff have given it. */
export const CLAIM_CODE_DAYS = 30
/** How long a proved claim waits for the claimant to be verified, or for a decision. */
export const CLAIM_PROVED_DAYS = 180
export const CLAIM_CODE_TRIES = 5
export const MAILBOX_LENGTH = 64

export const claimProofs = ['mail', 'code'] as const
export type ClaimProof = (typeof claimProofs)[number]

export const claimProofLabels: Readonly<Record<ClaimProof, string>> = {
	mail: '事務所のメールアドレス',
	code: '郵送または電話の確認コード',
}

export type ClaimState = 'open' | 'proved' | 'granted' | 'declined' | 'withdrawn' | 'expired' | 'ended'

export const claimStateLabels: Readonly<Record<ClaimState, string>> = {
	open: '事務所への確認を待っています',
	proved: '確認が済みました',
	granted: '代表者になりました',
	declined: '認められませんでした',
	withdrawn: '取り下げました',
	expired: '期限が過ぎました',
	ended: '終了しました',
}

/**
 * Returns a corporate number (13 digits with a correct check digit) or an invoice number (T and 13 digits) as it is stored; null for
 * anything else. The check digit is defined in 法人番号の指定等に関する省令 2条; numbers of sole proprietors have none.
 */
export function parseOfficeNumber(typed: string): string | null {
	const number = typed
		.normalize('NFKC')
		.replaceAll(/[\s‐‑–—―−ー-]/g, '')
		.toUpperCase()
	return /^T[1-9]\d{12}$/.test(number) || isCorporateNumber(number) ? number : null
}

/** Hosts where many offices have a page: nobody there has a mailbox that belongs to one office. */
const sharedHosts = [
	'ameblo.jp',
	'blogspot.com',
	'crayonsite.net',
	'facebook.com',
	'fc2.com',
	'github.io',
	'gmail.com',
	'goope.jp',
	'hatenablog.com',
	'instagram.com',
	'jimdo.com',
	'jimdofree.com',
	'line.me',
	'linkedin.com',
	'livedoor.jp',
	'note.com',
	'notion.site',
	'peraichi.com',
	'seesaa.net',
	'sites.google.com',
	'studio.site',
	'themedia.jp',
	'twitter.com',
	'webnode.jp',
	'wixsite.com',
	'wordpress.com',
	'x.com',
	'yahoo.co.jp',
	'youtube.com',
]

/** Returns the domain of an office's own mailboxes by its website; null without a website or on a shared host. */
export function mailDomainOf(website: string | null): string | null {
	if (website === null || !URL.canParse(website)) return null
	const host = new URL(website).hostname.toLowerCase().replace(/^www\./, '')
	if (!/^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+$/.test(host)) return null
	return sharedHosts.some((shared) => host === shared || host.endsWith(`.${shared}`)) ? null : host
}

/** Masks an address so that its holder recognises it and others learn little. */
export function maskAddress(address: string): string {
	const [mailbox = '', domain = ''] = address.split('@')
	return `${mailbox.slice(0, 1)}•••@${domain.slice(0, 1)}•••${domain.slice(domain.lastIndexOf('.'))}`
}
