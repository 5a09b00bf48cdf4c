const codes = [400, 401, 403, 404, 410, 429]

/**
 * The code that /error shows and responds with. Anything else is not found: a URL that anybody can
 * write must not make the site report a server error.
 */
export function shownErrorCode(given: string | null): number {
	return codes.find((code) => String(code) === given) ?? 404
}
