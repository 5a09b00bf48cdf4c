import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { findFreePort } from '../src/platform/free-port.ts'
import { VERSION } from '../src/platform/version.ts'
import { makeDebian } from './debian.ts'
import { expectThat, tryJourneys } from './release-journeys.ts'

/**
 * `node drills/release.ts [--archive FILE]`: packs the last commit twice, in two folders, and compares the archives; unpacks one,
 * as root with `mmdebstrap` into a Debian that has nothing but its essential packages; starts it there on an empty data folder,
 * asks for pages and figures, lets a person sign up, sign in, ask and become staff, makes a backup and restores it, and stops it. Ends with exit code 1 when something is not as promised.
 */
const run = promisify(execFile)
const {
	values: { archive: given },
} = parseArgs({ options: { archive: { type: 'string' } } })
const FIRST_START_WITHIN_MS = 600_000
const OWN_BACKUP_WITHIN_MS = 60_000
const LARGEST_MB = 250
const DISK_RESTS_MS = 5_000

const folder = await mkdtemp(path.join(tmpdir(), 'shirube-release-'))
try {
	// The unprivileged user of the database has to pass it.
	await chmod(folder, 0o755)
	const archive = given ?? (await packTwice())
	const place = await unpack(archive)
	await tryOut(place)
} finally {
	await rm(folder, { recursive: true, force: true })
}

/** Packs clones of the last commit that lie in folders with different names. */
async function packTwice(): Promise<string> {
	const archives: { file: string; sha256: string }[] = []
	for (const name of ['first', 'a-second-folder']) {
		const clone = path.join(folder, name)
		await run('git', ['clone', '--quiet', '--no-hardlinks', process.cwd(), clone])
		await symlink(path.resolve('node_modules'), path.join(clone, 'node_modules'))
		// As a release does: what is not frozen is compared with the schema before it at the first start.
		await run(process.execPath, ['scripts/freeze-migrations.ts'], { cwd: clone })
		const { stdout } = await run(process.execPath, ['scripts/release.ts', '--trial'], { cwd: clone, maxBuffer: 1 << 26 })
		console.log(stdout.trim())
		const out = path.join(clone, 'release')
		const file = (await readdir(out)).find((entry) => entry.endsWith('.tar.gz')) ?? ''
		const sha256 = (await readFile(path.join(out, `${file}.sha256`), 'utf8')).slice(0, 64)
		archives.push({ file: path.join(out, file), sha256 })
	}
	expectThat(archives[0]?.sha256 === archives[1]?.sha256, 'two builds of one commit have the same bytes')
	return archives[0]?.file ?? ''
}

type Place = {
	/** The release, as a program in it sees its own path. */
	inside: string
	/** The same folder from here. */
	outside: string
	/** Puts a command line into the system that it is unpacked in. */
	enter: (command: string[]) => string[]
	dataDir: string
	/** The same folder from here. */
	dataOutside: string
}

async function unpack(archive: string): Promise<Place> {
	const root = (await makeBareSystem()) ?? ''
	const inside = root === '' ? path.join(folder, 'unpacked') : '/opt/shirube'
	const outside = root + inside
	await mkdir(outside, { recursive: true })
	await run('tar', ['-xf', path.resolve(archive), '-C', outside, '--strip-components=1'])
	const [packages = 0, all] = await Promise.all([path.join(outside, 'node_modules'), outside].map(sizeOf))
	expectThat(packages <= LARGEST_MB, `it takes ${all} MB, of which the packages with PostgreSQL are ${packages}`)
	const dataDir = root === '' ? path.join(folder, 'data') : '/srv/data'
	await mkdir(root + dataDir, { recursive: true })
	const mounts = `mount --rbind /proc ${root}/proc && mount --rbind /dev ${root}/dev && exec chroot ${root} "$@"`
	const enter = (command: string[]) => (root === '' ? command : ['unshare', '--mount', 'sh', '-c', mounts, 'sh', ...command])
	return { inside, outside, enter, dataDir, dataOutside: root + dataDir }
}

async function sizeOf(place: string): Promise<number> {
	const { stdout } = await run('du', ['-sm', place])
	return Number(stdout.split('\t')[0])
}

/** Null where there is no right or no program to make one. */
async function makeBareSystem(): Promise<string | null> {
	const mayMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0
	if (!mayMount || spawnSync('mmdebstrap', ['--version']).status !== 0) {
		console.log('This machine cannot make a bare system (root and mmdebstrap): the release is unpacked beside everything else.')
		return null
	}
	const root = path.join(folder, 'root')
	await makeDebian(root, 'essential')
	console.log(`Debian ${(await readFile(path.join(root, 'etc/debian_version'), 'utf8')).trim()} with its essential packages only`)
	return root
}

async function tryOut({ inside, enter, dataDir, dataOutside }: Place): Promise<void> {
	const [port, metricsPort] = [await findFreePort(), await findFreePort()]
	const settings = [
		'PATH=/usr/bin:/bin',
		`PORT=${port}`,
		'HOST=127.0.0.1',
		`METRICS_PORT=${metricsPort}`,
		'SEED_DEMO=false',
		`DATA_DIR=${dataDir}`,
		`BACKUP_TO=${dataDir}-backups`,
		'BACKUP_PASSPHRASE=correct horse battery staple',
	]
	const lineOf = (...args: string[]) => enter(['/usr/bin/env', '-i', ...settings, `${inside}/shirube`, ...args]) as [string, ...string[]]
	const execute = async (...args: string[]) => {
		const [program, ...rest] = lineOf(...args)
		return (await run(program, rest, { cwd: '/', maxBuffer: 1 << 26 })).stdout.trim()
	}
	expectThat((await execute('version')) === VERSION, `./shirube version prints ${VERSION}`)

	// What was unpacked is still being written for some seconds, and PostgreSQL makes thousands of files.
	await run('sync', [])
	await delay(DISK_RESTS_MS)
	for (const which of ['first', 'second'] as const) {
		const begun = performance.now()
		const [program, ...rest] = lineOf('start')
		const child = spawn(program, rest, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
		let said = ''
		for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
		try {
			await ready(port, () => child.exitCode !== null)
			console.log(`     the ${which} start took ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
			expectThat((await execute('ready').catch(() => 'no')) === '', './shirube ready says that it is')
			if (which === 'first') {
				await askPages(port)
				await askFigures(metricsPort)
				await tryJourneys({ url: `http://localhost:${port}`, dataDir: dataOutside, execute })
				console.log(`     ${(await backUp(execute)).split('\n').join(' ')}`)
				const verified = await execute('verify')
				expectThat(verified.includes('is whole') && verified.includes('The key opens'), './shirube backup and verify, while it runs')
			}
		} catch (error) {
			console.error(said)
			throw error
		} finally {
			child.kill('SIGTERM')
			if (child.exitCode === null) await once(child, 'exit')
		}
		expectThat(child.exitCode === 0, 'SIGTERM ends it without an error')
	}
}

/** The site makes its first backup by itself once it runs, and there is one at a time. */
async function backUp(execute: (command: string) => Promise<string>): Promise<string> {
	for (const until = Date.now() + OWN_BACKUP_WITHIN_MS; ; await delay(500)) {
		try {
			return await execute('backup')
		} catch (error) {
			if (Date.now() > until || !String(error).includes('Another backup is being made')) throw error
		}
	}
}

async function ready(port: number, hasEnded: () => boolean): Promise<void> {
	for (const until = Date.now() + FIRST_START_WITHIN_MS; Date.now() < until && !hasEnded(); await delay(50)) {
		const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
		if (answer?.ok) return
	}
	throw new Error('it did not start')
}

async function askPages(port: number): Promise<void> {
	const health = (await (await fetch(`http://127.0.0.1:${port}/healthz`)).json()) as { version: string; build: string }
	expectThat(health.version === VERSION && /^[\da-f]{16}$/.test(health.build), `/healthz says ${JSON.stringify(health)}`)
	for (const [page, word] of [
		['/', '相談'],
		['/category/task/list', '決算'],
		['/articles', '記事'],
		['/search?q=%E7%A8%8E%E7%90%86%E5%A3%AB', '税理士'],
	] as const) {
		const answer = await fetch(`http://localhost:${port}${page}`)
		const text = await answer.text()
		expectThat(answer.status === 200 && text.includes(word), `${page} answers ${answer.status} and has 「${word}」`)
		const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? []
		if (page === '/') expectThat((await fetch(`http://localhost:${port}${style}`)).ok, `its style sheet ${style} is there`)
	}
	const picture = await fetch(`http://localhost:${port}/ogp/site.png`)
	const { byteLength } = await picture.arrayBuffer()
	expectThat(picture.status === 200 && byteLength > 5_000, `a drawn picture answers ${picture.status} with ${byteLength} bytes`)
}

/** Figures that alerts ask for; those with labels appear with their first event. */
async function askFigures(port: number): Promise<void> {
	const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
	const names = ['http_request_duration_seconds_count', 'queue_jobs', 'queue_oldest_ready_seconds', 'db_pool_waiting', 'data_disk_bytes']
	const missing = [...names, 'page_tags_trusted 1', `shirube_build_info{version="${VERSION}"`].filter((name) => !text.includes(name))
	expectThat(missing.length === 0, `/metrics has the figures of the alerts ${missing.join(', ')}`)
}
