import { execFile, spawn } from 'node:child_process'
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readUntil } from './acknowledged.ts'
import { makeDebian } from './debian.ts'
import { DRILL_EMAIL, expectThat, tryJourneys } from './release-journeys.ts'

/**
 * `node drills/installing.ts RELEASE.tar.gz NEXT.tar.gz`: boots a Debian container with systemd (as root, with `mmdebstrap` and
 * `systemd-container`) and runs the commands of docs/installing.md in it, section by section: installs the first release, monitors, backs up
 * and restores it, upgrades to the second one and rolls back. Each archive needs its `.sha256` file beside it. Uses the ports 80, 443, 3000,
 * 9090 and 9300. Ends with exit code 1 when a promise does not hold.
 */
const run = promisify(execFile)
const PACKAGES = ['systemd', 'systemd-sysv', 'dbus', 'openssl', 'ca-certificates', 'caddy', 'curl', 'prometheus']
const BOOTED_WITHIN_MS = 60_000
const SITE = 'https://localhost'

const archives = process.argv.slice(2).map((file) => path.resolve(file))
const [first, next] = archives.map((file) => /shirube-(.+)-linux-x64\.tar\.gz$/.exec(file)?.[1])
if (first === undefined || next === undefined || first === next)
	throw new Error('Name two archives of different versions: shirube-VERSION-linux-x64.tar.gz')
/** Values of the variables that the page has the reader set. */
const own: Readonly<Record<string, string>> = { NAME: 'localhost', VERSION: first, NEXT: next, ADMIN: DRILL_EMAIL }

const root = await mkdtemp('/var/tmp/shirube-installing-')
try {
	await makeDebian(root, 'apt', PACKAGES)
	// As Debian's installer writes it.
	await writeFile(path.join(root, 'etc/hosts'), '127.0.0.1 localhost\n')
	for (const file of archives.flatMap((archive) => [archive, `${archive}.sha256`]))
		await copyFile(file, path.join(root, 'root', path.basename(file)))
	await install(await boot())
} finally {
	await rm(root, { recursive: true, force: true })
}

type Machine = {
	/** Runs a script as root and returns its output. Throws when a command fails. */
	enter: (script: string) => Promise<string>
	stop: () => Promise<void>
}

async function boot(): Promise<Machine> {
	// Debian's systemd needs cgroups v2, which a host that also has v1 does not pass on by default.
	const env = { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' }
	const args = ['--quiet', '--register=no', '--keep-unit', '--console=read-only', '--boot', `--directory=${root}`]
	const container = spawn('systemd-nspawn', args, { env, stdio: 'ignore' })
	const ended = new Promise((resolve) => container.on('exit', resolve))
	const enter = async (script: string) => {
		const init = (await run('pgrep', ['--parent', String(container.pid)])).stdout.trim()
		const assignments = Object.entries(own).map(([name, value]) => `${name}=${value}\n`)
		const clean = ['env', '-i', 'PATH=/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin']
		const line = ['--target', init, '--all', ...clean, 'bash', '-euc', `${assignments.join('')}cd /root\n${script}`]
		return (await run('nsenter', line, { maxBuffer: 1 << 24 })).stdout.trim()
	}
	for (const until = Date.now() + BOOTED_WITHIN_MS; ; await delay(500)) {
		const state = await enter('systemctl is-system-running || true').catch(() => '')
		if (/^(?:running|degraded)$/.test(state)) break
		if (Date.now() > until || container.exitCode !== null) throw new Error(`Debian does not boot: ${state}`)
	}
	return {
		enter,
		stop: async () => {
			container.kill('SIGTERM')
			await ended
		},
	}
}

async function install({ enter, stop }: Machine): Promise<void> {
	/** What holds after a section, by its number. */
	const checks: Readonly<Record<string, (printed: string) => unknown>> = {
		4: () => letPeopleIn(enter),
		6: (printed) => expectThat(/\d+ of \d+ are missing/.test(printed), `check:launch says: ${printed.split('\n').at(-1)}`),
		7: () => expectFigures(enter),
		8: () => expectMember(enter, 'the backup that was restored'),
		9: async (printed) => {
			expectThat(printed.includes(`"version":"${next}"`), `the upgrade serves ${next}`)
			const version = await enter('curl -fsS http://127.0.0.1:3000/healthz')
			expectThat(version.includes(`"version":"${first}"`), `taken back, it serves ${first}`)
			await expectMember(enter, 'the release that was taken back')
		},
	}
	try {
		for (const { title, script } of await readSections()) {
			const begun = performance.now()
			const printed = title.startsWith('9.') ? await whileRead(() => enter(script)) : await enter(script)
			console.log(`     ${title}: ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
			await checks[Number.parseInt(title, 10)]?.(printed)
		}
		const failed = await enter('systemctl --failed --no-legend --plain | grep -E "shirube|caddy|prometheus" || true')
		expectThat(failed === '', `no unit failed ${failed}`)
		expectThat((await readdir(path.join(root, 'var/cache/shirube'))).length > 0, 'compiled code is kept for the next start')
		const errors = await enter(`journalctl --unit shirube --output cat | grep -E '"level":"(error|fatal)"' || true`)
		expectThat(errors === '', `the log has no error ${errors}`)
	} catch (error) {
		console.error(await enter('journalctl --unit shirube --unit caddy --unit prometheus --lines 40 --output cat').catch(() => ''))
		throw error
	} finally {
		await stop()
	}
}

type Section = { title: string; script: string }

/** The commands of docs/installing.md by section. Assignments of the variables in `own` are left out: `enter` has them. */
async function readSections(): Promise<Section[]> {
	const sections = (await readFile('docs/installing.md', 'utf8')).split(/^## (?=\d)/m).slice(1)
	return sections.flatMap((text) => {
		const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
		const lines = blocks.join('').split('\n')
		const script = lines.filter((line) => !Object.keys(own).some((name) => line.startsWith(`${name}=`))).join('\n')
		return blocks.length === 0 ? [] : [{ title: text.slice(0, text.indexOf('\n')), script }]
	})
}

async function letPeopleIn(enter: Machine['enter']): Promise<void> {
	// The certificate is of Caddy's own authority, as the name is localhost.
	process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
	const execute = (...args: string[]) => enter(`shirube ${args.map((arg) => `'${arg}'`).join(' ')}`)
	await tryJourneys({ url: SITE, dataDir: path.join(root, 'var/lib/shirube'), execute })
}

/** Reads pages by the site's name until `handler` is done. */
async function whileRead<T>(handler: () => Promise<T>): Promise<T> {
	let isOver = false
	const reading = readUntil(SITE, () => isOver)
	try {
		return await handler()
	} finally {
		isOver = true
		const { answered, failed, longestMs } = await reading
		expectThat(
			failed.length === 0,
			`${failed.length} of ${answered} visits failed meanwhile; one waited for ${(longestMs / 1_000).toFixed(1)} s`,
		)
	}
}

async function expectFigures(enter: Machine['enter']): Promise<void> {
	const isUp = async () =>
		(await enter('curl -s http://127.0.0.1:9090/api/v1/query --data-urlencode query=shirube_build_info || true')).includes(
			`"version":"${first}"`,
		)
	let found = await isUp()
	for (const until = Date.now() + BOOTED_WITHIN_MS; !found && Date.now() < until; found = await isUp()) await delay(1_000)
	expectThat(found, 'Prometheus has the figures')
	const rules = await enter('curl -s http://127.0.0.1:9090/api/v1/rules')
	expectThat(rules.includes('shirube-service-levels') && !rules.includes('"health":"err"'), 'and its alert rules, without a fault')
}

async function expectMember(enter: Machine['enter'], where: string): Promise<void> {
	expectThat((await enter('shirube staff list')).includes(DRILL_EMAIL), `${where} has the member and the role`)
	expectThat((await fetch(`${SITE}/qa`)).ok, 'and answers by its name')
}
