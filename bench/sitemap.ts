const textOf = async (url: string) => (await fetch(url)).text()

const pathsIn = (xml: string): string[] => [...xml.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map((match) => match[1] || '/')

/** At most `count` pages of the sitemap, evenly picked: lists, offices, experts, questions and articles. */
export async function somePages(origin: string, count: number): Promise<string[]> {
	const index = await textOf(`${origin}/sitemap.xml`)
	const found: string[] = []
	for (const file of pathsIn(index)) found.push(...(file.endsWith('.xml') ? pathsIn(await textOf(origin + file)) : [file]))
	const step = Math.max(1, found.length / count)
	return Array.from({ length: Math.min(count, found.length) }, (_, at) => found[Math.floor(at * step)] ?? '/')
}
