import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { startObjectStore } from '../test/object-store.ts'
import { PostgresPair } from '../test/postgres-pair.ts'
import { readUntil } from './acknowledged.ts'
import { makeDebian } from './debian.ts'
import { forward, HOST_ADDRESS, Machine, openNetwork } from './machines.ts'
import { DRILL_EMAIL, expectThat, tryJourneys } from './release-journeys.ts'

/**
 * `node drills/installing.ts RELEASE.tar.gz NEXT.tar.gz`: boots Debian containers with systemd (as root, with `mmdebstrap` and
 * `systemd-container`) and runs the commands of docs/installing.md in them, section by section: installs the first release, monitors, backs
 * up and restores it, upgrades to the second one and rolls back; moves the database to two PostgreSQL servers and the files to an object
 * store, adds a second machine, upgrades both, and loses one. Each archive needs its `.sha256` file beside it. Visitors come by port 443
 * of this host. Ends with exit code 1 when a promise does not hold.
 */
const run = promisify(execFile)
const PACKAGES = ['systemd', 'systemd-sysv', 'dbus', 'openssl', 'ca-certificates', 'caddy', 'curl', 'prometheus']
const FIGURES_WITHIN_MS = 60_000
const LOST_FOR_MS = 15_000
const SITE = 'https://localhost'
const OF_SERVICES = ['DATABASE_URL', 'S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'BACKUP_BUCKET']
const ASK_HEALTH = 'curl -fsS "http://$(. /etc/shirube.env; echo "$HOST"):3000/healthz"'
const VARIABLES = ['NAME', 'VERSION', 'ADMIN', 'NEXT', 'OWN', 'OTHER', ...OF_SERVICES]

const archives = process.argv.slice(2).map((file) => path.resolve(file))
const [first, next] = archives.map((file) => /shirube-(.+)-linux-x64\.tar\.gz$/.exec(file)?.[1])
if (first === undefined || next === undefined || first === next)
	throw new Error('Name two archives of different versions: shirube-VERSION-linux-x64.tar.gz')
// The certificate is of Caddy's own authority, as the name is localhost.
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'

/** The commands of docs/installing.md by the number of their section, each block as one script. */
const sections = await readSections()
const folder = await mkdtemp('/var/tmp/shirube-installing-')
// The unprivileged user of the database has to pass it.
await chmod(folder, 0o711)
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
try {
	closers.push(await openNetwork())
	await installAll(await placeServices())
} finally {
	for (const close of closers.toReversed()) await close()
}

/** A database and an object store on this host; returns the variables that lead to them. */
async function placeServices(): Promise<Record<string, string>> {
	const store = await startObjectStore(path.join(folder, 'store'), HOST_ADDRESS)
	const pair = await PostgresPair.start(path.join(folder, 'postgres'))
	closers.push(store.stop, () => pair.stop())
	const admin = new pg.Client(pair.primaryUrl)
	await admin.connect()
	await admin.query(`create role shirube login password 'secret'`)
	await admin.query(`create database site owner shirube encoding 'UTF8' template template0`)
	await admin.end()
	const hosts: string[] = []
	for (const url of [pair.standbyUrl, pair.primaryUrl]) {
		const server = await forward({ host: HOST_ADDRESS, port: 0 }, { host: '127.0.0.1', port: Number(new URL(url).port) })
		closers.push(server.close)
		hosts.push(`${HOST_ADDRESS}:${server.port}`)
	}
	return {
		DATABASE_URL: `postgresql://shirube:secret@${hosts.join(',')}/site`,
		...store.env,
		BACKUP_BUCKET: `${store.settings.bucket}/backups`,
	}
}

async function installAll(services: Record<string, string>): Promise<void> {
	const [address, otherAddress] = ['10.77.0.1', '10.77.0.2']
	const variables = { ...services, NAME: 'localhost', VERSION: first ?? '', NEXT: next ?? '', ADMIN: DRILL_EMAIL }
	const one = new Machine(path.join(folder, 'one'), address, { ...variables, OWN: address, OTHER: otherAddress })
	const two = new Machine(path.join(folder, 'two'), otherAddress, { ...variables, OWN: otherAddress, OTHER: address })
	await prepare(one, two)
	const visitors = await forward({ host: '127.0.0.1', port: 443 }, { host: address, port: 443 })
	closers.push(
		() => one.stop(),
		() => two.stop(),
		visitors.close,
	)
	try {
		await one.boot()
		await installFirst(one)
		await moveOut(one)
		await two.boot()
		await addSecond(one, two)
		visitors.point({ host: otherAddress, port: 443 })
		await loseFirst(one, two)
		for (const machine of [one, two]) await expectHealthy(machine)
	} catch (error) {
		for (const machine of [one, two])
			console.error(await machine.enter('journalctl --unit shirube --unit caddy --lines 30 --output cat').catch(() => ''))
		throw error
	}
}

/** Debian with both archives, for each machine. */
async function prepare(one: Machine, two: Machine): Promise<void> {
	await makeDebian(one.root, 'apt', PACKAGES)
	// As Debian's installer writes it.
	await writeFile(path.join(one.root, 'etc/hosts'), '127.0.0.1 localhost\n')
	for (const file of archives.flatMap((archive) => [archive, `${archive}.sha256`]))
		await copyFile(file, path.join(one.root, 'root', path.basename(file)))
	await run('cp', ['--archive', one.root, two.root])
}

async function installFirst(machine: Machine): Promise<void> {
	for (const section of [1, 2, 3, 4]) await follow(machine, section)
	await letPeopleIn(machine)
	await follow(machine, 5)
	const [printed = ''] = await follow(machine, 6)
	expectThat(/\d+ of \d+ are missing/.test(printed), `check:launch says: ${printed.split('\n').at(-1)}`)
	await follow(machine, 7)
	await expectFigures(machine, 1)
	await follow(machine, 8)
	await expectMember(machine, 'the backup that was restored')
	await whileRead(() => upgrade(machine))
}

/** Upgrades and rolls back. */
async function upgrade(machine: Machine): Promise<void> {
	const printed = (await follow(machine, 9)).join('\n')
	expectThat(printed.includes(`"version":"${next}"`), `the upgrade serves ${next}`)
	const [, version = ''] = /"version":"([^"]+)"/.exec(await machine.enter(ASK_HEALTH)) ?? []
	expectThat(version === first, `taken back, it serves ${first}`)
	await expectMember(machine, 'the release that was taken back')
}

async function moveOut(machine: Machine): Promise<void> {
	await follow(machine, 10)
	await expectMember(machine, 'the database outside')
}

async function addSecond(one: Machine, two: Machine): Promise<void> {
	const [own = '', proxy = '', prometheus = ''] = sections.get(11) ?? []
	await follow(two, 1)
	for (const file of ['etc/shirube.env', 'var/lib/caddy'])
		await run('cp', ['--archive', '--no-target-directory', path.join(one.root, file), path.join(two.root, file)])
	await two.enter(own)
	await follow(two, 3)
	await follow(two, 4)
	for (const machine of [one, two]) await machine.enter(proxy)
	await one.enter(prometheus)
	await expectFigures(one, 2)
	await expectMember(two, 'the second machine')
	await two.enter('shirube backup && shirube verify')
	expectThat((await one.enter('shirube backup list')).includes('with the key'), 'a backup of the second machine is in the bucket')
	for (const machine of [one, two]) await whileRead(() => upgrade(machine))
}

/**
 * Visitors are served by the proxy of the second machine, before, while and after the first one is lost. It may take with it the visit
 * that it was answering.
 */
async function loseFirst(one: Machine, two: Machine): Promise<void> {
	await whileRead(async () => {
		await delay(3_000)
		await one.lose()
		console.log('     the first machine is lost')
		await delay(LOST_FOR_MS)
		await expectMember(two, 'the machine that is left')
		await one.boot()
		await one.enter('until shirube ready; do sleep 1; done')
	}, 1)
	await expectMember(one, 'the machine that came back')
}

/** Runs the blocks of a section and returns what each has printed. */
async function follow(machine: Machine, section: number): Promise<string[]> {
	const begun = performance.now()
	const printed: string[] = []
	for (const script of sections.get(section) ?? []) printed.push(await machine.enter(script))
	console.log(`     ${machine.address}, section ${section}: ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
	return printed
}

/** Lines that give a variable its value are left out: each machine has its own. */
async function readSections(): Promise<Map<number, string[]>> {
	const parts = (await readFile('docs/installing.md', 'utf8')).split(/^## (?=\d)/m).slice(1)
	return new Map(
		parts.map((text) => {
			const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
			const scripts = blocks.map((block) => block.replaceAll(new RegExp(`^(?:${VARIABLES.join('|')})=[^$\n]*\n`, 'gm'), ''))
			return [Number.parseInt(text, 10), scripts.filter((script) => script !== '')]
		}),
	)
}

async function letPeopleIn(machine: Machine): Promise<void> {
	const execute = (...args: string[]) => machine.enter(`shirube ${args.map((arg) => `'${arg}'`).join(' ')}`)
	await tryJourneys({ url: SITE, dataDir: path.join(machine.root, 'var/lib/shirube'), execute })
}

/** Reads one page after the other by the site's name until `handler` is done; so many may fail. */
async function whileRead(handler: () => Promise<unknown>, mayFail = 0): Promise<void> {
	let isOver = false
	const reading = readUntil(SITE, () => isOver)
	try {
		await handler()
	} finally {
		isOver = true
		const { answered, failed, longestMs } = await reading
		expectThat(
			failed.length <= mayFail,
			`${failed.length} of ${answered} visits failed meanwhile; one waited for ${(longestMs / 1_000).toFixed(1)} s`,
		)
		for (const failure of failed.slice(0, 5)) console.error(failure)
	}
}

/** Prometheus on this machine reads so many sites. */
async function expectFigures(machine: Machine, sites: number): Promise<void> {
	const query = 'curl -s http://127.0.0.1:9090/api/v1/query --data-urlencode query=shirube_build_info || true'
	const found = async () => (await machine.enter(query)).split('"instance"').length - 1
	let count = await found()
	for (const until = Date.now() + FIGURES_WITHIN_MS; count < sites && Date.now() < until; count = await found()) await delay(1_000)
	expectThat(count === sites, `Prometheus has the figures of ${sites} of ${sites} machines`)
	const rules = await machine.enter('curl -s http://127.0.0.1:9090/api/v1/rules')
	expectThat(rules.includes('shirube-service-levels') && !rules.includes('"health":"err"'), 'and its alert rules, without a fault')
}

async function expectMember(machine: Machine, where: string): Promise<void> {
	expectThat((await machine.enter('shirube staff list')).includes(DRILL_EMAIL), `${where} has the member and the role`)
	expectThat((await fetch(`${SITE}/qa/1`)).ok, 'and the question answers by its name')
}

async function expectHealthy(machine: Machine): Promise<void> {
	const failed = await machine.enter('systemctl --failed --no-legend --plain | grep -E "shirube|caddy|prometheus" || true')
	expectThat(failed === '', `no unit of ${machine.address} failed ${failed}`)
	expectThat((await readdir(path.join(machine.root, 'var/cache/shirube'))).length > 0, 'compiled code is kept for the next start')
	const errors = await machine.enter(`journalctl --unit shirube --output cat | grep -E '"level":"(error|fatal)"' || true`)
	expectThat(errors === '', `the log has no error ${errors}`)
}
