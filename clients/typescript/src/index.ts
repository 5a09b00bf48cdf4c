import createFetchClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './schema.ts'

export type { components, paths }
/** What the API returns, by the name in the reference: `Schema<'Office'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

export type ShirubeOptions = {
	/** Where the site is: `https://shirube.example`. */
	origin: string
	/** From /mypage/developers. Public calls need none; with one, more of them are allowed in a minute. */
	token?: string
	fetch?: (request: Request) => Promise<Response>
}

/**
 * A client whose paths, parameters and answers are typed. A refused call rejects nothing: `error` holds the problem with its
 * `code` and, for bad input, a sentence for each field; `response` has the status and what is left of the rate limit.
 */
export function createShirube({ origin, token, fetch }: ShirubeOptions): Client<paths> {
	return createFetchClient<paths>({
		baseUrl: origin,
		headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
		...(fetch ? { fetch } : {}),
	})
}
