/** Placeholders of saved replies. Pure: pages show what the server fills. */

export const placeholders = ['お名前', '件名', '業務', '事務所', '担当者'] as const
export type Placeholder = (typeof placeholders)[number]

const inBraces = /[{｛]([^{}｛｝\n]{1,20})[}｝]/g

const isPlaceholder = (name: string): name is Placeholder => placeholders.some((known) => known === name)

/** The first name in braces that is no placeholder, so that it does not reach a client as it stands; null for none. */
export function findUnknownPlaceholder(body: string): string | null {
	for (const [, name = ''] of body.matchAll(inBraces)) if (!isPlaceholder(name.trim())) return name
	return null
}

/** Replaces the placeholders, typed with narrow or wide braces; unknown ones stay. */
export const fillPlaceholders = (body: string, values: Readonly<Record<Placeholder, string>>): string =>
	body.replaceAll(inBraces, (typed: string, name: string) => {
		const known = name.trim()
		return isPlaceholder(known) ? values[known] : typed
	})
