import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'

const number = (name: string, usual: number): number => {
	const value = Number(process.env[name] ?? usual)
	if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a whole number`)
	return value
}

/** Data sets, clones and what was found; a million offices take some ten gigabytes. */
export const cacheFolder = path.resolve(process.env['BENCH_CACHE'] ?? 'node_modules/.cache/bench')

/** Number and length of the rounds of each side. */
export const rounds = number('BENCH_ROUNDS', 7)
export const roundSeconds = number('BENCH_SECONDS', 4)

/** The same for a part that compares many things. */
export const fewRounds = Math.min(rounds, 2)
export const shortSeconds = Math.min(roundSeconds, 1)

/** How long the readers of many addresses read. */
export const zipfSeconds = number('BENCH_ZIPF_SECONDS', 300)

/** Numbers of offices, smallest first: growth is from the first to the last. */
export const sizes = (process.env['BENCH_SIZES'] ?? '10000,100000,1000000').split(',').map((text) => {
	const size = Number(text)
	if (!Number.isInteger(size) || size < 1) throw new Error('BENCH_SIZES must be whole numbers with commas between')
	return size
})

/** Numbers of questions in the sets of the search; the first is also judged. */
export const questionSizes = (process.env['BENCH_QUESTIONS'] ?? '200000,1000000').split(',').map((text) => {
	const size = Number(text)
	if (!Number.isInteger(size) || size < 1) throw new Error('BENCH_QUESTIONS must be whole numbers with commas between')
	return size
})

/** The two sizes between which pages of every type may grow: so many offices and as many questions. */
export const growthSizes = (process.env['BENCH_GROWTH'] ?? '10000,200000').split(',').map(Number)
if (growthSizes.length !== 2 || growthSizes.some((size) => !Number.isInteger(size) || size < 1))
	throw new Error('BENCH_GROWTH must be two whole numbers with a comma between')

/** Cases of the inbox's data set; a twentieth are those of the office that is measured. */
export const inboxCases = number('BENCH_CASES', 100_000)

/** Pages that the figures are about, on the demo content. */
export const pages = [
	{ name: 'top', path: '/' },
	{ name: 'list', path: '/category/task/list/503/tokyo' },
	{ name: 'office', path: '/office/1' },
] as const
export const listPage = pages[1].path

/** Every type of page that somebody may come to from outside. */
export const pageTypes = [
	...pages,
	{ name: 'expert', path: '/expert/1' },
	{ name: 'question', path: '/qa/39' },
	{ name: 'article', path: '/articles/notices-after-incorporation' },
	{ name: 'estimate', path: '/bulk_estimate' },
	{ name: 'factoring', path: '/lp/factoring' },
] as const

/** A folder in the cache that the database's own user may pass through. */
export async function folderFor(...names: string[]): Promise<string> {
	let folder = cacheFolder
	await mkdir(folder, { recursive: true })
	await chmod(folder, 0o711)
	for (const name of names) {
		folder = path.join(folder, name)
		await mkdir(folder, { recursive: true })
		await chmod(folder, 0o711)
	}
	return folder
}
