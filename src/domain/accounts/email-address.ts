/** Pure: syntax and normalised spelling of e-mail addresses. */

const LONGEST = 254
/** The form that HTML's own e-mail field accepts, with a dot in the domain. */
const form =
	/^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/

/**
 * The address in lower case without spaces around it, full-width characters made ASCII as Japanese keyboards leave
 * them; null when it is none.
 */
export function normaliseEmail(typed: string): string | null {
	if (typed.length > 2 * LONGEST) return null
	const address = typed.normalize('NFKC').trim().toLowerCase()
	if (address.length > LONGEST || !form.test(address)) return null
	// Case mapping must not leave the address with a character that only looks like ASCII did.
	return /^[\x21-\x7e]+$/.test(address) ? address : null
}
