import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../src/domain/shared/context.ts'
import { openDatabase } from '../src/platform/database.ts'
import { createLog } from '../src/platform/log.ts'
import { publishTags } from '../src/platform/page-tags.ts'
import { hashToken } from '../src/platform/token.ts'
import { PostgresPair } from '../test/postgres-pair.ts'
import { type DrillSite, quantile, startSite } from './site.ts'

/**
 * `node drills/replicas.ts [WRITES]`: a site that reads public pages from a replica. A task is renamed again and again, with its tag,
 * while visitors read its page and search, and a member reads what they have just written. In the middle the replica stops to replay,
 * goes on, dies and comes back. No page may go back to an older name or show an acknowledged one later than two seconds, no member may
 * miss their own write, and no request may fail. Ends with exit code 1 otherwise. Needs a build.
 */
const wanted = Number(process.argv[2] ?? 600)
const SEEN_WITHIN_MS = 2_000
const READERS = 4
const SEARCHES = ['%E7%A8%8E%E7%90%86%E5%A3%AB', '%E7%9B%B8%E7%B6%9A', '%E5%8A%A9%E6%88%90%E9%87%91', '%E5%95%86%E6%A8%99']
const TASK_PAGE = '/category/task/list'
const MEMBER = 'MemberOfTheDrill000000000001'
const SESSION = randomBytes(32).toString('base64url')
const log = createLog('fatal')

const folder = await mkdtemp(path.join(tmpdir(), 'shirube-drill-'))
await chmod(folder, 0o711)
const pair = await PostgresPair.start(path.join(folder, 'pair'))
const { db, close } = await openDatabase<Database>({ url: pair.primaryUrl, poolSize: 4, log })
let site: DrillSite | undefined
try {
	site = await startSite({
		DATA_DIR: path.join(folder, 'site'),
		DATABASE_URL: pair.primaryUrl,
		DATABASE_REPLICA_URLS: pair.standbyUrl,
		METRICS_TOKEN: SESSION,
		// Each search comes from another address, past the limit of one.
		TRUST_PROXY: '1',
	})
	const { url } = site
	const taskId = await prepare(db)
	let isOver = false
	const reading = Promise.all(Array.from({ length: READERS }, (_, index) => readUntil(url, index, () => isOver)))
	const phases: Record<number, { name: string; begin: () => Promise<void> }> = {
		0: { name: 'replica follows', begin: async () => undefined },
		2: { name: 'replica does not replay', begin: () => pair.pauseReplay(true) },
		3: { name: 'replica goes on', begin: () => pair.pauseReplay(false) },
		4: { name: 'replica is gone', begin: () => pair.stopStandby() },
		5: { name: 'replica is back', begin: () => pair.startStandby() },
	}
	const seen: number[] = []
	const stale: string[] = []
	let name = ''
	for (let turn = 0; turn < wanted; turn += 1) {
		const phase = turn % Math.ceil(wanted / 6) === 0 ? phases[turn / Math.ceil(wanted / 6)] : undefined
		if (phase !== undefined) {
			if (name !== '') console.log(`${name}: ${await shareOfReplica(url)}`)
			await phase.begin()
			name = phase.name
		}
		await rename(db, taskId, turn)
		const [late, isOwnRead] = await Promise.all([untilSeen(url, turn), readsOwnWrite(url, turn)])
		seen.push(late)
		if (!isOwnRead) stale.push(`a member did not read their own write ${turn} (${name})`)
		if (late > SEEN_WITHIN_MS) stale.push(`write ${turn} was seen after ${Math.round(late)} ms (${name})`)
		await delay(50)
	}
	console.log(`${name}: ${await shareOfReplica(url)}`)
	isOver = true
	const readers = await reading
	const requests = readers.reduce((sum, { answered }) => sum + answered, 0)
	const failures = [...readers.flatMap(({ failed }) => failed), ...stale]
	console.log(
		`${wanted} writes, seen by visitors after ${quantile(seen, 0.5).toFixed(0)} ms (median), ${quantile(seen, 1).toFixed(0)} ms at most; ` +
			`${stale.length} too late or missed; ${requests} other requests, ${failures.length - stale.length} failed or went back`,
	)
	for (const failure of failures.slice(0, 20)) console.error(failure)
	process.exitCode = failures.length === 0 ? 0 : 1
} finally {
	site?.process.kill('SIGKILL')
	await close()
	await pair.stop()
	await rm(folder, { recursive: true, force: true })
}

/** A member with a session; returns the task that is renamed. */
async function prepare(db: Kysely<Database>): Promise<number> {
	const now = new Date()
	await db.insertInto('identities').values({ uid: MEMBER, email: 'drill@example.com', email_verified_at: now, created_at: now }).execute()
	await db.insertInto('users').values({ uid: MEMBER, email: 'drill@example.com', last_name: '試験', has_logged_in: true }).execute()
	await db
		.insertInto('sessions')
		.values({
			token_hash: hashToken(SESSION),
			uid: MEMBER,
			provider: 'password',
			auth_time: now,
			created_at: now,
			last_seen_at: now,
			expires_at: new Date(now.getTime() + 86_400_000),
		})
		.execute()
	return (await db.selectFrom('tasks').select('id').where('published_at', 'is not', null).orderBy('id').executeTakeFirstOrThrow()).id
}

function rename(db: Kysely<Database>, taskId: number, turn: number): Promise<void> {
	return db.transaction().execute(async (trx) => {
		await trx
			.updateTable('tasks')
			.set({ name: `試験の業務〔${turn}〕` })
			.where('id', '=', taskId)
			.execute()
		await trx
			.updateTable('users')
			.set({ first_name: `〔${turn}〕` })
			.where('uid', '=', MEMBER)
			.execute()
		await publishTags(trx, ['taxonomy'])
	})
}

/** Milliseconds until a visitor reads the name of `turn`. */
async function untilSeen(url: string, turn: number): Promise<number> {
	const begun = performance.now()
	for (;;) {
		if ((await readName(url)).turn >= turn) return performance.now() - begun
		if (performance.now() - begun > 30_000) return Number.POSITIVE_INFINITY
		await delay(5)
	}
}

async function readName(url: string): Promise<{ status: number; turn: number }> {
	const response = await fetch(`${url}${TASK_PAGE}`)
	const found = /試験の業務〔(\d+)〕/.exec(await response.text())
	return { status: response.status, turn: found === null ? -1 : Number(found[1]) }
}

async function readsOwnWrite(url: string, turn: number): Promise<boolean> {
	const response = await fetch(`${url}/mypage/profile`, { headers: { cookie: `session=${SESSION}` }, redirect: 'manual' })
	return (await response.text()).includes(`〔${turn}〕`)
}

/** Reads the task's page, which must never show an older name than before, and searches. */
async function readUntil(url: string, index: number, isOver: () => boolean): Promise<{ answered: number; failed: string[] }> {
	const failed: string[] = []
	let answered = 0
	let newest = -1
	for (let turn = index; !isOver(); turn += 1) {
		try {
			const { status, turn: shown } = await readName(url)
			if (status !== 200) failed.push(`${TASK_PAGE}: ${status}`)
			else if (shown < newest) failed.push(`${TASK_PAGE} went back from ${newest} to ${shown}`)
			newest = Math.max(newest, shown)
			const search = await fetch(`${url}/search?q=${SEARCHES[turn % SEARCHES.length]}&page=${1 + (turn % 3)}`, {
				headers: { 'x-forwarded-for': `10.0.${index}.${turn % 250}` },
			})
			await search.arrayBuffer()
			// The limit of searches by address may refuse.
			if (search.status >= 500) failed.push(`search: ${search.status}`)
		} catch (error) {
			failed.push(String(error))
		}
		answered += 2
		await delay(100)
	}
	return { answered, failed }
}

/** What the site says of its replica. */
async function shareOfReplica(url: string): Promise<string> {
	const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${SESSION}` } })
	const text = await response.text()
	const valueOf = (name: string) => new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1] ?? '?'
	const { rows } = await sql<{ reads: string }>`select coalesce(sum(pid), 0)::text as reads from pg_stat_replication`.execute(db)
	const streams = rows[0]?.reads === '0' ? 'no replica connected' : 'replica connected'
	return `${streams}, used ${valueOf('db_replica_used')}, behind ${valueOf('db_replica_behind_bytes')} bytes, ${valueOf('db_replica_fallbacks_total')} statements sent again to the primary`
}
