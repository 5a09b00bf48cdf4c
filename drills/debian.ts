import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Where Debian's PostgreSQL 18 has its programs. */
export const POSTGRES_BINARIES = '/usr/lib/postgresql/18/bin'

/** Makes the current Debian in an empty folder. Needs root and `mmdebstrap`. */
export async function makeDebian(root: string, variant: 'essential' | 'apt', packages: readonly string[] = []): Promise<void> {
	// A mirror may lag behind the dates that Debian promises.
	const options = ['--quiet', `--variant=${variant}`, '--aptopt=Acquire::Check-Valid-Until "false"']
	await run('mmdebstrap', [...options, ...packages.map((name) => `--include=${name}`), 'stable', root])
}

/** Each program stays the process that was started, so that it can be killed. */
const enterScript =
	'mount --rbind /proc "$1/proc" && mount --rbind /dev "$1/dev" && root=$1 user=$2 && shift 2 && exec chroot --userspec="$user" "$root" "$@"'

/**
 * Programs of Debian's packages, run as PostgreSQL's user in a folder of its own: those of this system, or of one that `mmdebstrap` has
 * made in the folder `DRILL_ROOT`. Needs root.
 */
export class Debian {
	/** As the programs see it. */
	readonly folder = `/var/lib/postgresql/drill-${process.pid}`
	readonly #root = process.env['DRILL_ROOT'] ?? ''
	#owner = { uid: 0, gid: 0 }

	/** Throws when one of `programs` is missing. */
	static async open(programs: readonly string[]): Promise<Debian> {
		const debian = new Debian()
		const passwd = await readFile(`${debian.#root}/etc/passwd`, 'utf8')
		const [, , uid, gid] = /^postgres:.*$/m.exec(passwd)?.[0].split(':') ?? []
		if (uid === undefined) throw new Error('There is no user postgres: docs/drills.md says which packages are needed.')
		debian.#owner = { uid: Number(uid), gid: Number(gid) }
		await debian.makeFolder(debian.folder)
		for (const program of programs) await debian.run('sh', ['-c', 'command -v "$1"', 'sh', program])
		return debian
	}

	/** The place of a file for this process. */
	outside(file: string): string {
		return this.#root + file
	}

	async makeFolder(folder: string): Promise<void> {
		await mkdir(this.outside(folder), { recursive: true, mode: 0o700 })
		await chown(this.outside(folder), this.#owner.uid, this.#owner.gid)
	}

	/** Writes a file of the folder and returns its place as the programs see it. */
	async write(name: string, text: string): Promise<string> {
		const file = `${this.folder}/${name}`
		await writeFile(this.outside(file), text)
		return file
	}

	/** Runs a program to its end. Throws when it fails. */
	async run(program: string, args: readonly string[]): Promise<string> {
		const [first = '', ...rest] = this.#commandOf(program, args)
		return (await run(first, rest, { env: this.#environment() })).stdout
	}

	/** Starts a program; what it says goes to `log`. */
	launch(program: string, args: readonly string[]): ChildProcess {
		const [first = '', ...rest] = this.#commandOf(program, args)
		const log = openSync(this.outside(`${this.folder}/log`), 'a')
		try {
			return spawn(first, rest, { stdio: ['ignore', log, log], env: this.#environment() })
		} finally {
			// The program has its own.
			closeSync(log)
		}
	}

	/** The last lines of what the started programs said. */
	async lastWords(): Promise<string> {
		const said = await readFile(this.outside(`${this.folder}/log`), 'utf8').catch(() => '')
		return said.split('\n').slice(-40).join('\n')
	}

	async remove(): Promise<void> {
		await rm(this.outside(this.folder), { recursive: true, force: true })
	}

	#environment = () => ({ PATH: `${POSTGRES_BINARIES}:/usr/sbin:/usr/bin:/sbin:/bin`, HOME: this.folder, LANG: 'C.UTF-8' })

	#commandOf(program: string, args: readonly string[]): string[] {
		const { uid, gid } = this.#owner
		return this.#root === ''
			? ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', program, ...args]
			: ['unshare', '--mount', 'sh', '-c', enterScript, 'sh', this.#root, `${uid}:${gid}`, program, ...args]
	}
}
