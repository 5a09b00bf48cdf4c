import { execFile, spawnSync } from 'node:child_process'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { type Cell, createChecks } from './cells.ts'
import { describeSamples, isPoliteRefusal, isServed, makePeople, untilHealed } from './people.ts'
import { describePicture, isPictureRefused, picturesOf } from './pictures.ts'
import { copyFolder, openEmbedded, startWatchedSite, type Surroundings, until } from './surroundings.ts'

const run = promisify(execFile)
const MB = 1_048_576
const FILES_MB = 80
/** Beside what is there; PostgreSQL keeps some of it for its log. */
const ROOM_MB = 160
const FULL_S = 30
const HEALED_WITHIN_S = 60

export const mayMount = (): boolean => process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0

/** Mounts a file system of its own at a folder. Returns what takes it away again. */
export async function mountSmall(folder: string, megabytes: number): Promise<() => Promise<unknown>> {
	await mkdir(folder, { recursive: true })
	await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'none', folder])
	return () => run('umount', ['--lazy', folder])
}

/** Files of people on a disk of their own, made before the site starts. */
export const mountFiles = (dataDir: string) => mountSmall(path.join(dataDir, 'files'), FILES_MB)

export function diskFaults(surroundings: Surroundings, { seeded, dataDir }: { seeded: string; dataDir: string }): Cell[] {
	const dependency = 'disk of the embedded database'
	return [
		{ dependency: 'disk of files', fault: 'full', run: () => tryFiles(surroundings, dataDir) },
		{ dependency, fault: `full for ${FULL_S} s, tables grow`, run: () => tryDatabase(surroundings, seeded, growTable) },
		{ dependency, fault: `full for ${FULL_S} s, no room for its log`, run: () => tryDatabase(surroundings, seeded, growLog) },
	]
}

async function tryFiles({ people, db, ready }: Surroundings, dataDir: string) {
	const { expectThat, broken } = createChecks()
	const pictures = picturesOf(people, db)
	expectThat((await pictures.add()).status === 200, 'a picture is kept before')
	const filler = await fill(path.join(dataDir, 'files'))
	// Readiness is asked for once a second.
	await delay(1_500)
	const [added, read, readiness, samples] = [
		await pictures.add(),
		await pictures.readNewest().catch(() => null),
		await ready(),
		await people.askAll(),
	]
	await rm(filler)
	const begun = performance.now()
	const isBack = await until(async () => (await pictures.add()).status === 200, HEALED_WITHIN_S)
	const healed = (performance.now() - begun) / 1_000
	expectThat(isPictureRefused(added), `a new picture is refused politely: ${describePicture(added)} ${added.text.slice(0, 200)}`)
	expectThat(readiness.status === 200 && readiness.disk === 'full', `/readyz says so: ${JSON.stringify(readiness)}`)
	expectThat(samples.every(isServed), 'everything else is served')
	expectThat(isBack, 'pictures are taken again')
	return {
		visitors: `pages ${describeSamples(samples, ['kept page', 'page', 'search'])}`,
		members: `a new picture ${describePicture(added)}${read === null ? '' : `; older ones ${read.status}`}; other writes ${describeSamples(samples, ["member's write"])}`,
		heals: `new pictures, ${healed.toFixed(1)} s after there is room; /readyz ${readiness.status}, disk ${readiness.disk}`,
		broken,
	}
}

async function tryDatabase({ folder }: Surroundings, seeded: string, grow: Grow) {
	const { expectThat, broken } = createChecks()
	const dataDir = path.join(folder, `small-disk-${grow.name}`)
	const unmount = await mountSmall(dataDir, (await sizeInMb(seeded)) + ROOM_MB)
	await copyFolder(seeded, dataDir)
	const watched = await startWatchedSite({ DATA_DIR: dataDir, SEED_DEMO: 'false' }, path.join(folder, `${grow.name}.log`))
	const { db, close } = await openEmbedded(dataDir)
	try {
		const people = await makePeople(watched.site.url, db)
		await sql`create table drill_filler (id bigint generated always as identity, body text not null)`.execute(db)
		await untilHealed(people, 60)
		await watched.newLines()
		const filler = await fill(dataDir)
		const state = { isOver: false }
		const asking = people.askUntil(() => state.isOver)
		const writing = writeUntil(
			() => grow(db),
			() => state.isOver,
		)
		await delay(FULL_S * 1_000)
		const readiness = await watched.ready()
		state.isOver = true
		const samples = await asking
		const { written, refused } = await writing
		await rm(filler)
		const hasEnded = watched.site.process.exitCode !== null
		const healed = hasEnded ? Number.POSITIVE_INFINITY : await untilHealed(people, HEALED_WITHIN_S)
		const wrong = samples.filter((sample) => !isServed(sample) && !isPoliteRefusal(sample))
		const kept = samples.filter(({ kind }) => kind === 'kept page')
		const told = samples.filter(({ text }) => text.includes('保存する場所がいっぱい')).length
		expectThat(!hasEnded, `the process goes on; it ended with ${watched.site.process.exitCode}`)
		expectThat(refused > 0, 'the disk was full for the database')
		expectThat(
			wrong.length === 0,
			`all is served or refused politely: ${wrong.length} were not (${wrong[0]?.kind} ${wrong[0]?.status} ${wrong[0]?.text.slice(0, 100)})`,
		)
		expectThat(kept.length > 0 && kept.every(isServed), `kept pages are served: ${describeSamples(kept, ['kept page'])}`)
		expectThat(readiness.disk === 'full', `/readyz says so: ${JSON.stringify(readiness)}`)
		expectThat(healed <= HEALED_WITHIN_S, `all is served again within ${HEALED_WITHIN_S} s`)
		const lost = hasEnded ? 0 : await people.lostWrites()
		expectThat(lost === 0, `acknowledged writes are there once: ${lost} are not`)
		return {
			visitors: `${kept.length} kept pages served; others ${describeSamples(samples, ['page', 'search'])}`,
			members: `${describeSamples(samples, ["member's page", "member's write"])}; the sentence about the disk × ${told}; ${lost} acknowledged writes lost`,
			heals: `all, ${healed.toFixed(1)} s after there is room; /readyz ${readiness.status}, disk ${readiness.disk}; ${written} bulk writes before the disk was full, ${refused} refused`,
			broken,
		}
	} finally {
		await close()
		await watched.stop()
		await unmount()
	}
}

type Grow = (db: Parameters<typeof makePeople>[1]) => Promise<unknown>

const growTable: Grow = (db) =>
	sql`insert into drill_filler (body) select string_agg(md5(random()::text), '') from generate_series(1, 32768)`.execute(db)

/** Writes nothing but the log, without whose room PostgreSQL ends. */
const growLog: Grow = (db) => sql`select pg_logical_emit_message(true, 'drill', repeat('x', 4194304))`.execute(db)

/** Writes some megabytes at a time, so that the database needs room. */
async function writeUntil(write: () => Promise<unknown>, isOver: () => boolean): Promise<{ written: number; refused: number }> {
	let [written, refused] = [0, 0]
	for (; !isOver(); await delay(100))
		await write().then(
			() => (written += 1),
			() => (refused += 1),
		)
	return { written, refused }
}

/** Fills the disk of a folder to the last block. Returns the file. */
async function fill(folder: string): Promise<string> {
	const file = path.join(folder, 'filler')
	const { bavail, bsize } = await statfs(folder)
	const handle = await open(file, 'w')
	const block = Buffer.alloc(MB)
	try {
		for (let left = bavail * bsize; left > 0; left -= block.length) await handle.write(block)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
	} finally {
		await handle.close()
	}
	return file
}

async function sizeInMb(folder: string): Promise<number> {
	const { stdout } = await run('du', ['-sm', folder])
	return Number(stdout.split('\t')[0])
}
