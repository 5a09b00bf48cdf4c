import { spawnSync } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Binaries, copyBinaries } from './postgres-binaries.ts'
import { StartError } from './start-error.ts'

type Owner = { uid: number; gid: number }

/** How PostgreSQL's programs are started, and whose its files are. */
export type Runner = {
	/** Put before the program's own command line. */
	prefix: string[]
	identity: Owner | Record<string, never>
	/** Null: files stay with the user of this process. */
	owner: Owner | null
	binaries: Binaries
}

/**
 * PostgreSQL refuses to run as root, so root hands it to an unprivileged user. Where that user cannot enter the data
 * folder (a clone under /root or in a private temporary folder), it keeps one right of root's, to pass closed folders;
 * where even that cannot be given, a user namespace makes root look like someone else.
 */
export async function chooseRunner(binaries: Binaries, dataDir: string, cluster: string): Promise<Runner> {
	const direct = { prefix: [], identity: {}, owner: null }
	if (process.getuid?.() !== 0) {
		if (await runs({ ...direct, binaries }, dataDir)) return { ...direct, binaries }
		return { ...direct, binaries: await copyBinaries(binaries, dataDir, null) }
	}

	const owner = (await ownerOf(cluster)) ?? (await unprivilegedUser())
	const dropped = { prefix: [], identity: owner, owner }
	if (enters(dropped, dataDir)) {
		if (await runs({ ...dropped, binaries }, dataDir)) return { ...dropped, binaries }
		return { ...dropped, binaries: await copyBinaries(binaries, dataDir, owner) }
	}
	const { uid, gid } = owner
	const passing = [
		'setpriv',
		`--reuid=${uid}`,
		`--regid=${gid}`,
		'--clear-groups',
		'--inh-caps=+dac_override',
		'--ambient-caps=+dac_override',
		'--',
	]
	const renamed = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--']
	for (const runner of [
		{ prefix: passing, identity: {}, owner, binaries },
		{ prefix: renamed, identity: {}, owner: null, binaries },
	])
		if (await runs(runner, dataDir)) return runner
	throw new StartError(
		`PostgreSQL does not run as root, and the user it would run as cannot enter ${dataDir}: start as an ordinary user, or set DATA_DIR to a folder outside of closed ones.`,
	)
}

/** The full command line of one of PostgreSQL's programs. */
export function commandOf(runner: Runner, program: 'postgres' | 'initdb' | 'pg_ctl', args: string[]): [string, string[]] {
	const [command, ...rest] = [...runner.prefix, path.join(runner.binaries.folder, 'bin', program), ...args]
	return [command as string, rest]
}

async function runs(runner: Runner, dataDir: string): Promise<boolean> {
	const [command, args] = commandOf(runner, 'postgres', ['--version'])
	const { status } = spawnSync(command, args, { ...runner.identity, stdio: 'ignore' })
	return status === 0 && enters(runner, dataDir)
}

function enters({ prefix, identity }: Pick<Runner, 'prefix' | 'identity'>, folder: string): boolean {
	if (process.platform === 'win32') return true
	const [command, ...args] = [...prefix, '/bin/sh', '-c', 'cd -- "$0"', folder]
	return spawnSync(command, args, { ...identity, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Returns the owner of an existing cluster, who keeps running PostgreSQL. */
async function ownerOf(cluster: string): Promise<Owner | null> {
	const found = await stat(cluster).catch(() => null)
	return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null
}

async function unprivilegedUser(): Promise<Owner> {
	const users = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
	for (const name of ['postgres', '_postgres', 'nobody']) {
		const [, , uid, gid] = users.find(([user]) => user === name) ?? []
		if (uid && gid) return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
	}
	return { uid: 65534, gid: 65534 }
}
