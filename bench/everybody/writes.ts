import { Agent } from 'node:http'
import type { Kysely } from 'kysely'
import type { Database } from '../../src/domain/shared/context.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { insertMember, insertSession } from '../../test/sessions.ts'
import { startBare } from '../bare.ts'
import { atLeast, type Figure, perSecond } from '../figures.ts'
import { browserHeaders, send } from '../load.ts'
import { folderFor, rounds } from '../settings.ts'
import { CSRF } from '../sign-in.ts'
import { withSite } from '../site.ts'
import { median } from '../statistics.ts'
import { withPostgres } from './page-statements.ts'

const CONNECTIONS = 10
const GOALS = { favourite: 0.2, question: 0.12 }
/** Each member posts one question a round, below the limits that hold off spam. */
const POSTS_PER_ROUND = 100
const MARKS_PER_ROUND = 400
const TABLE = 'bench_rows'

type Write = { path: string; form: Record<string, string>; headers: Record<string, string> }

/** Writes of members as forms, beside a server that inserts the body of each request as one row; both commit before they answer. */
export async function measureWrites(): Promise<Figure[]> {
	const dataDir = await folderFor('writes')
	// The first start fills the folder.
	await withSite({}, async () => undefined, dataDir)
	return withPostgres(dataDir, async (url) => {
		const { db, close } = await openDatabase<Database>({ url, poolSize: 2, log: createLog('error') })
		const bare = await startBare({ kind: 'insert', url, poolSize: CONNECTIONS, table: TABLE })
		try {
			await db.schema
				.createTable(TABLE)
				.ifNotExists()
				.addColumn('id', 'serial', (id) => id.primaryKey())
				.addColumn('body', 'text')
				.execute()
			const measureOn = async (site: { url: string }): Promise<Figure[]> => [
				await figureOf('add a favourite', GOALS.favourite, site.url, bare.url, () => newMarks(db)),
				await figureOf('post a question', GOALS.question, site.url, bare.url, () => newQuestions(db)),
			]
			return await withSite({ DATABASE_URL: url, TRUST_PROXY: '1', SEED_DEMO: 'true' }, measureOn, dataDir)
		} finally {
			await bare.stop()
			await db.schema.dropTable(TABLE).ifExists().execute()
			await close()
		}
	})
}

async function figureOf(name: string, goal: number, ours: string, bare: string, make: () => Promise<Write[]>): Promise<Figure> {
	const found: { ours: number; bare: number }[] = []
	for (let turn = 0; turn <= Math.min(rounds, 3); turn++) {
		const [writes, again] = [await make(), await make()]
		const pair = { ours: await rateOf(ours, writes), bare: await rateOf(bare, again) }
		// The first turn warms up.
		if (turn > 0) found.push(pair)
	}
	const ratio = median(found.map((one) => one.ours / one.bare))
	return {
		name,
		value: perSecond(median(found.map((one) => one.ours))),
		baseline: perSecond(median(found.map((one) => one.bare))),
		ratio,
		goal: atLeast(String(goal), ratio, goal),
	}
}

/** Writes a second, all of which must lead on (303). */
async function rateOf(origin: string, writes: readonly Write[]): Promise<number> {
	const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
	const startedAt = performance.now()
	let next = 0
	const person = async () => {
		for (let write = writes[next++]; write !== undefined; write = writes[next++]) {
			const status = await send(origin + write.path, write.form, write.headers, agent)
			if (status !== 303) throw new Error(`${origin}${write.path} answered ${status}`)
		}
	}
	try {
		await Promise.all(Array.from({ length: CONNECTIONS }, person))
		return writes.length / ((performance.now() - startedAt) / 1_000)
	} finally {
		agent.destroy()
	}
}

let members = 0

/** The headers of a new member's browser, at an address of its own. */
async function newMember(db: Kysely<Database>): Promise<Record<string, string>> {
	const place = ++members
	const email = `bench-${Date.now().toString(36)}-${place}@example.com`
	await insertMember(db, email, { passwordHash: null, isVerified: true })
	return {
		...browserHeaders,
		cookie: `csrfToken=${CSRF}; session=${await insertSession(db, email)}`,
		'sec-fetch-site': 'same-origin',
		'x-forwarded-for': `10.${(place >> 16) & 255}.${(place >> 8) & 255}.${place & 255}`,
	}
}

async function newMarks(db: Kysely<Database>): Promise<Write[]> {
	const offices = await db
		.selectFrom('offices')
		.select('id')
		.where('state', '=', 'published')
		.orderBy('id')
		.limit(MARKS_PER_ROUND / 4)
		.execute()
	const people = await Promise.all(Array.from({ length: 4 }, () => newMember(db)))
	return offices.flatMap(({ id }) =>
		people.map((headers) => ({
			path: '/favorite',
			form: { csrfToken: CSRF, intent: 'add', kind: 'office', targetId: String(id), back: `/office/${id}` },
			headers,
		})),
	)
}

const newQuestions = (db: Kysely<Database>): Promise<Write[]> =>
	Promise.all(
		Array.from({ length: POSTS_PER_ROUND }, async (_none, place) => ({
			path: '/qa/post',
			form: {
				csrfToken: CSRF,
				intent: 'post',
				title: `開業届の提出期限と青色申告の届出について（${place + 1}件目）`,
				body: 'フリーランスとして独立しました。開業届と青色申告承認申請書は同時に出すものでしょうか。期限を過ぎた場合の影響も知りたいです。',
				category: '5',
				stage: 'sole',
				anonymous: '1',
				clientKey: `bench-${Date.now().toString(36)}-${String(place).padStart(8, '0')}`,
			},
			headers: await newMember(db),
		})),
	)
