import { readCookie } from './cookies.ts'
import { days } from '../domain/shared/japan-time.ts'

/** On plain http (local) browsers refuse the prefix that promises Secure. */
const nameOf = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

export type AccountCookie = 'session' | 'device' | 'popup' | 'afterLogin'

/** Reads one of our cookies. Accepts only the name for the site's scheme (`__Host-` on https). */
export function readAccountCookie(header: string | null | undefined, cookie: AccountCookie, secure: boolean): string | null {
	const value = readCookie(header, nameOf(cookie, secure))
	return value === null || value === '' ? null : value
}

/** An HttpOnly, SameSite Set-Cookie value; null deletes the cookie. */
export function accountCookie(
	cookie: AccountCookie,
	value: string | null,
	{ secure, expires }: { secure: boolean; expires: Date },
): string {
	const until = value === null ? new Date(0) : expires
	return `${nameOf(cookie, secure)}=${value ?? ''}; Path=/; Expires=${until.toUTCString()}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

const ESTIMATE_PATH = '/bulk_estimate/quote'
const ESTIMATE_SECONDS = 24 * 3_600
const MOST_ESTIMATES = 20

const estimateName = (requestId: number | string, secure: boolean): string => `${secure ? '__Secure-' : ''}estimate-${requestId}`

/**
 * Set-Cookie for the key of a visitor's request, sent to the addresses of its quotes alone: in an address the key would
 * reach histories, logs and downloads.
 */
export function estimateCookie(requestId: number, key: string, { secure }: { secure: boolean }): string {
	return `${estimateName(requestId, secure)}=${key}; Path=${ESTIMATE_PATH}; Max-Age=${ESTIMATE_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** The keys that this browser holds for requests. */
export function readEstimateKeys(header: string | null | undefined, secure: boolean): string[] {
	const prefix = estimateName('', secure)
	const pairs = (header ?? '').split(';').map((pair) => pair.trim())
	return pairs
		.filter((pair) => pair.startsWith(prefix))
		.flatMap((pair) => pair.split('=')[1] ?? [])
		.slice(0, MOST_ESTIMATES)
}

const DEVICE_DAYS = 400
const deviceForm = /^[A-Za-z0-9_-]{43}$/

/** This browser's own secret, if it has a well-formed one. */
export function readDevice(header: string | null | undefined, secure: boolean): string | null {
	const value = readAccountCookie(header, 'device', secure)
	return value !== null && deviceForm.test(value) ? value : null
}

/** Stores the browser's secret for the maximum lifetime of cookies. */
export function deviceCookie(device: string, { secure, now }: { secure: boolean; now: Date }): string {
	return accountCookie('device', device, { secure, expires: new Date(now.getTime() + days(DEVICE_DAYS)) })
}
