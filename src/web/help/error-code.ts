const codes = [400, 401, 403, 404, 410, 429]

/**
 * The code that /error shows and answers with. Anything else is a page that was not found: an address that anybody can
 * write must not let our site claim a fault of the server.
 */
export function shownErrorCode(given: string | null): number {
	return codes.find((code) => String(code) === given) ?? 404
}
