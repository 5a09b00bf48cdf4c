import { z } from 'zod'

export const wholeNumber = (min: number, max: number) => {
	const expected = `a whole number from ${min} to ${max}`
	return z
		.string()
		.regex(/^\d{1,9}$/, expected)
		.transform(Number)
		.refine((value) => value >= min && value <= max, expected)
}

export function isUrl(value: string, protocols: string[]): boolean {
	return URL.canParse(value) && protocols.includes(new URL(value).protocol)
}

export function isDsn(value: string): boolean {
	if (!isUrl(value, ['http:', 'https:'])) return false
	const { username, password, pathname, search, hash } = new URL(value)
	return /^\w+$/.test(username) && password === '' && /^(?:\/[\w-]+)*\/\d+$/.test(pathname) && search === '' && hash === ''
}

export function decoded(text: string): string {
	try {
		return decodeURIComponent(text.trim())
	} catch {
		return text.trim()
	}
}

export function isTwoOrigins(value: string): boolean {
	const origins = value.split(',')
	return origins.length === 2 && origins.every(isOrigin)
}

export function isOrigin(value: string): boolean {
	if (!isUrl(value, ['http:', 'https:'])) return false
	const url = new URL(value)
	return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
}
