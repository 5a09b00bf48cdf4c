import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Cell, runCells } from './faults/cells.ts'
import { clockFaults, clockSettings, setClock } from './faults/clock-faults.ts'
import { databaseFaults } from './faults/database-faults.ts'
import { diskFaults, mayMount, mountFiles } from './faults/disk-faults.ts'
import { startFaultProxy } from './faults/fault-proxy.ts'
import { startMailCatcher } from './faults/mail-catcher.ts'
import { mailFaults } from './faults/mail-faults.ts'
import { seedSmallDemo } from './faults/small-demo.ts'
import { startReachableStore, storageFaults } from './faults/storage-faults.ts'
import { withSurroundings } from './faults/surroundings.ts'

/**
 * `node drills/faults.ts [WORD...]`: the matrix of what the site depends on and how it fails. Each cell takes something away while
 * visitors and a member use the site, looks at what they are answered, brings it back, and waits until all is as before. Prints a row
 * for each cell, of those whose name has one of the words, and ends with exit code 1 when one of them broke a promise. Needs a build;
 * cells about full disks need root on Linux, those about clocks `LIBFAKETIME` with the path of libfaketimeMT.so.1 (Debian's libfaketime).
 * `DRILL_MAILS` are written while the mail server is away, 5,000 by default.
 */
const words = process.argv.slice(2)
const MAILS = Number(process.env['DRILL_MAILS'] ?? 5_000)
const MAIL_FROM = 'no-reply@shirube.example'
const isAsked = (name: string) => words.length === 0 || words.some((word) => name.includes(word))

/** Before anything is started for cells about these. */
const isAnyAsked = (...dependencies: string[]) =>
	words.length === 0 || words.some((word) => dependencies.some((name) => name.includes(word) || word.startsWith(name)))
const run = async (cells: readonly Cell[]) => {
	failed += await runCells(cells, isAsked)
}
const kept = process.env['DRILL_DATA']
const home = kept ?? (await mkdtemp(path.join(tmpdir(), 'shirube-drill-')))
let failed = 0
try {
	const seeded = await seedSmallDemo(home)
	console.log('| What | Fault | Visitors | Members | What heals by itself | Result |\n|---|---|---|---|---|---|')
	if (isAnyAsked('database', 'mail server', 'jobs', 'object store')) await tryServers(seeded)
	if (isAnyAsked('disk of files', 'disk of the embedded database')) await tryDisks(seeded)
	if (isAnyAsked('clock of a process')) await tryClocks(seeded)
} finally {
	if (kept === undefined) await rm(home, { recursive: true, force: true })
}
process.exitCode = failed === 0 ? 0 : 1

/** Everything that can be done to one site. */
async function tryServers(seeded: string): Promise<void> {
	const catcher = await startMailCatcher()
	const mailServer = await startFaultProxy({ host: '127.0.0.1', port: catcher.port })
	const store = await startReachableStore(path.join(home, `store-${process.pid}`))
	const mail = { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, MAIL_FROM }
	try {
		await withSurroundings(seeded, { ...mail, ...store.settings }, async (surroundings) => {
			await run(databaseFaults(surroundings))
			await run(mailFaults(surroundings, { server: mailServer, caught: catcher.caught }, MAILS))
			await run(storageFaults(surroundings, store.proxy))
		})
	} finally {
		await store.stop()
		await mailServer.stop()
		await catcher.stop()
		await rm(path.join(home, `store-${process.pid}`), { recursive: true, force: true })
	}
}

async function tryDisks(seeded: string): Promise<void> {
	if (!mayMount()) return console.log('Full disks were not tried: they need root on Linux.')
	const dataDir = path.join(home, `disks-${process.pid}`)
	const unmount = await mountFiles(dataDir)
	try {
		await withSurroundings(seeded, { DATA_DIR: dataDir }, (surroundings) => run(diskFaults(surroundings, { seeded, dataDir })))
	} finally {
		await unmount()
		await rm(dataDir, { recursive: true, force: true })
	}
}

async function tryClocks(seeded: string): Promise<void> {
	const library = process.env['LIBFAKETIME']
	if (library === undefined) return console.log('Clocks were not tried: they need LIBFAKETIME.')
	const folder = await mkdtemp(path.join(tmpdir(), 'shirube-clock-'))
	const catcher = await startMailCatcher()
	try {
		await setClock(folder, '+0')
		const env = { SMTP_URL: `smtp://127.0.0.1:${catcher.port}`, MAIL_FROM, ...clockSettings(folder, library) }
		await withSurroundings(seeded, env, (surroundings) => run(clockFaults(surroundings, folder, catcher.caught)))
	} finally {
		await catcher.stop()
		await rm(folder, { recursive: true, force: true })
	}
}
