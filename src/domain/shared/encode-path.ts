/** A path of these segments, percent-encoded as a Location header needs them. */
export const path = (...segments: (string | number)[]) => `/${segments.map((segment) => encodeURIComponent(segment)).join('/')}`

export const search = (values: Record<string, string>) => {
	const text = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString()
	return text === '' ? '' : `?${text}`
}
