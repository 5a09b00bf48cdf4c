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
