/** The largest value of an `integer` column. */
const LAST_ID = 2_147_483_647

/** Parses an id from a URL, a form or a private link; 0, which no row has, for anything else. */
export const parseId = (text: string | null | undefined): number =>
	typeof text === 'string' && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= LAST_ID ? Number(text) : 0
