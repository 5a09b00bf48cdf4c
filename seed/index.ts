import { type Kysely, sql } from 'kysely'
import type { Database } from '../src/domain/shared/context.ts'
import { type RebuildProgress, rebuildListings } from '../src/domain/listings/listings-rebuild.ts'
import { measureFees } from '../src/domain/listings/fee-statistics.ts'
import { reindexArticles } from '../src/domain/articles/article-search.ts'
import { reindexQuestions } from '../src/domain/questions/search/search-index.ts'
import { refreshSearchTerms } from '../src/domain/questions/search/search-terms.ts'
import { rebuildSuggestions } from '../src/domain/listings/suggestion-index.ts'
import { ALL_PAGES, publishTags } from '../src/platform/page-tags.ts'
import { readDemoMark } from './demo/mark.ts'
import { seedFacts } from './facts/insert.ts'
import { refreshStations, seedGeography, seedPostalCodes } from './geography/insert.ts'
import { readMark, withSeedLock, writeMark } from './marks.ts'
import { seedTaxonomy, taxonomyHash } from './taxonomy/insert.ts'

export type SeedOptions = {
	/** Also the demo offices, if there are no offices yet. */
	demo: boolean
	offices?: number
	experts?: number
	onProgress: (line: string) => void
	/**
	 * Called when pages can be served. What is left are a new site's postal codes and the suggestions of the search box, which stay the
	 * earlier ones meanwhile.
	 */
	onServable?: () => void
}

/**
 * Seeds geography, taxonomy and, if requested, the demo into a migrated database. Does nothing on a database that has
 * them; changed texts of the taxonomy replace the old ones. Can be killed at any moment and restarted.
 */
export async function seedAll(db: Kysely<Database>, options: SeedOptions): Promise<void> {
	await withSeedLock(db, async () => {
		await seedGeography(db, options.onProgress)
		const stations = await refreshStations(db, options.onProgress)
		await seedFacts(db, options.onProgress)
		await seedTaxonomy(db, options.onProgress)
		if (options.demo) {
			await seedPostalCodes(db, options.onProgress)
			const { demoSize, insertDemo, insertDemoArticles, insertDemoQuestions } = await loadDemo()
			const mark = await readDemoMark(db)
			// A demo that was cut short goes on to the size it was begun with.
			if (mark) await insertDemo(db, mark.target, options.onProgress)
			else if (!(await hasOffices(db))) await insertDemo(db, demoSize(options.offices, options.experts), options.onProgress)
			// Whether the demo is new or of an earlier version.
			if (await readDemoMark(db)) {
				await insertDemoQuestions(db, options.onProgress)
				await insertDemoArticles(db, options.onProgress)
			}
		}
		await refreshSearch(db)
		await deriveWhatIsStale(db, stations, options)
	})
}

/**
 * Adds demo offices up to the requested number, whatever offices exist. For `npm run seed`; with a million offices
 * the data set of the benchmarks.
 */
export async function seedDemo(
	db: Kysely<Database>,
	options: { offices?: number; experts?: number; questions?: number; onProgress: (line: string) => void },
): Promise<void> {
	await withSeedLock(db, async () => {
		await seedGeography(db, options.onProgress)
		const stations = await refreshStations(db, options.onProgress)
		await seedFacts(db, options.onProgress)
		await seedTaxonomy(db, options.onProgress)
		await seedPostalCodes(db, options.onProgress)
		const { demoSize, insertDemo, insertDemoArticles, insertDemoQuestions } = await loadDemo()
		const size = demoSize(options.offices, options.experts)
		const added = await insertDemo(db, size, options.onProgress)
		await insertDemoQuestions(db, options.onProgress)
		await insertDemoArticles(db, options.onProgress)
		if (options.questions !== undefined) {
			const { insertBulkQuestions } = await import('./qa/bulk/insert.ts')
			await insertBulkQuestions(db, options.questions, options.onProgress)
		}
		await refreshSearch(db)
		const mark = await readDemoMark(db)
		if (!added) options.onProgress(`Demo: ${(mark?.offices ?? 0).toLocaleString('en')} offices are already there`)
		await deriveWhatIsStale(db, stations, options)
	})
}

/** Code that a site without a demo does not load: its first start waits for what it does load. */
async function loadDemo() {
	const [offices, questions, articles] = await Promise.all([
		import('./demo/index.ts'),
		import('./qa/insert.ts'),
		import('./articles/insert.ts'),
	])
	return { ...offices, ...questions, ...articles }
}

/** Reindexes texts of an older tokeniser, and the words of the search box. */
async function refreshSearch(db: Kysely<Database>): Promise<void> {
	await reindexQuestions({ db })
	await reindexArticles({ db })
	await refreshSearchTerms({ db })
}

async function hasOffices(db: Kysely<Database>): Promise<boolean> {
	const { rows } = await sql`select 1 from offices limit 1`.execute(db)
	return rows.length > 0
}

/** Increment it when the derivation of list rows or suggestion keys changes. */
const DERIVED_AS = 3

/** Listings hang on offices and stations, suggestions on those and the texts. Each is rebuilt only after a change. */
async function deriveWhatIsStale(
	db: Kysely<Database>,
	stations: string,
	{ onProgress, onServable }: Pick<SeedOptions, 'onProgress' | 'onServable'>,
): Promise<void> {
	const demo = await readDemoMark(db)
	const { rows } = await sql<{ stations: number }>`select count(*)::int as stations from stations`.execute(db)
	const listings = `${DERIVED_AS}/${demo?.offices ?? 0}/${rows[0]?.stations ?? 0}/${stations}`
	const derived = `${listings}/${taxonomyHash()}`
	const before = await readMark(db, 'derived')
	if (before === derived) return
	if (!before?.startsWith(`${listings}/`)) await rebuildListings(db, stepLines('Lists', onProgress))
	await measureFees({ db, now: () => new Date() })
	onServable?.()
	await seedPostalCodes(db, onProgress)
	await rebuildSuggestions(db, stepLines('Suggestions', onProgress))
	await writeMark(db, 'derived', derived)
	// A server running beside `npm run seed` has cached older pages.
	await publishTags(db, [ALL_PAGES])
}

function stepLines(label: string, onProgress: (line: string) => void): (progress: RebuildProgress) => void {
	let last = ''
	return ({ step, done, total }) => {
		const line = `${label}: ${step} ${total > 0 ? Math.floor((100 * done) / total) : 100}%`
		if (line !== last) onProgress(line)
		last = line
	}
}
