/** The value of one cookie as it was sent, or null. Never throws, whatever the header holds. */
export function readCookie(header: string | null | undefined, name: string): string | null {
	if (!header) return null
	let from = 0
	while (from < header.length) {
		let end = header.indexOf(';', from)
		if (end === -1) end = header.length
		const equals = header.indexOf('=', from)
		if (equals !== -1 && equals < end && header.slice(from, equals).trim() === name) {
			return header.slice(equals + 1, end).trim()
		}
		from = end + 1
	}
	return null
}

const sessionCookie = /(?:^|;)\s*(?:__Host-)?session=/

/** Returns whether the request claims a session. Such a request bypasses the page cache, even if the session has ended. */
export function hasSessionCookie(header: string | undefined): boolean {
	return header !== undefined && sessionCookie.test(header)
}
